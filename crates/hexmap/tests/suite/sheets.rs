//! Made-up sheets of every kind, as files, for the other tests.

use dataset::Files;
use hexmap::Map;
use proptest::prelude::*;

/// What a sheet is made from.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub flat: bool,
    pub columns: [i32; 2],
    pub rows: [i32; 2],
    /// Columns grow to the right, rows grow down the sheet.
    pub right: bool,
    pub down: bool,
    /// The sheet is turned counter-clockwise by so many quarters.
    pub turns: i32,
    pub shifted_odd: bool,
    /// Shifted down (flat-top) or right (pointy-top), else up or left.
    pub shift_forward: bool,
    pub column_first: bool,
    /// One number per hex, from which the tests take terrain, level and gaps.
    pub seeds: Vec<u8>,
    /// One hex in so many is left out, 0 for none.
    pub gaps: u8,
}

impl Sheet {
    /// 24 columns of 19 rows as Goito has them: flat-top, odd columns lower.
    pub fn goito() -> Sheet {
        Sheet {
            flat: true,
            columns: [1, 24],
            rows: [1, 19],
            right: true,
            down: true,
            turns: 0,
            shifted_odd: true,
            shift_forward: true,
            column_first: true,
            seeds: vec![1],
            gaps: 0,
        }
    }

    pub fn number(&self, column: i32, row: i32) -> String {
        if self.column_first { format!("{column:02}{row:02}") } else { format!("{row:02}{column:02}") }
    }

    pub fn seed(&self, column: i32, row: i32) -> u8 {
        let index = (column - self.columns[0]) * (self.rows[1] - self.rows[0] + 1) + row;
        self.seeds[(index - self.rows[0]) as usize % self.seeds.len()]
    }

    /// Columns and rows of the hexes that the map has.
    pub fn hexes(&self) -> Vec<(i32, i32)> {
        let (columns, rows) = (self.columns, self.rows);
        (columns[0]..=columns[1])
            .flat_map(|c| (rows[0]..=rows[1]).map(move |r| (c, r)))
            .filter(|(c, r)| self.gaps == 0 || !self.seed(*c, *r).is_multiple_of(self.gaps))
            .collect()
    }

    /// Where the centre lies, by the words of `grid.toml` alone, for hexes 1 wide between opposite
    /// sides; the origin is anywhere.
    pub fn centre(&self, column: i32, row: i32) -> (f64, f64) {
        let x = f64::from(if self.right { column } else { -column });
        let y = f64::from(if self.down { row } else { -row });
        let line = if self.flat { column } else { row };
        let half = match ((line % 2 != 0) == self.shifted_odd, self.shift_forward) {
            (false, _) => 0.0,
            (true, true) => 0.5,
            (true, false) => -0.5,
        };
        let apart = 3f64.sqrt() / 2.0;
        if self.flat { (x * apart, y + half) } else { (x + half, y * apart) }
    }

    pub fn grid_toml(&self) -> String {
        let compass = |quarters: i32| {
            ["east", "north", "west", "south"][(quarters - self.turns).rem_euclid(4) as usize]
        };
        format!(
            "game = \"sheet\"\norientation = \"{}\"\nnumber = \"{}\"\ncolumns = {:?}\nrows = {:?}\n\
             columns_grow = \"{}\"\nrows_grow = \"{}\"\nshifted = \"{}\"\nshift = \"{}\"\n\
             hex_m = 330\nrotation_deg = {}\nlevels = [0, 3]\n\
             [level_names]\nlevel_0 = \"flat\"\nlevel_1 = \"rolling\"\n",
            if self.flat { "flat-top" } else { "pointy-top" },
            if self.column_first { "CCRR" } else { "RRCC" },
            self.columns,
            self.rows,
            compass(if self.right { 0 } else { 2 }),
            compass(if self.down { 3 } else { 1 }),
            if self.shifted_odd { "odd" } else { "even" },
            match (self.flat, self.shift_forward) {
                (true, true) => "down",
                (true, false) => "up",
                (false, true) => "right",
                (false, false) => "left",
            },
            self.turns * 90,
        )
    }

    pub fn hexes_csv(&self) -> String {
        let mut text = "hex,terrain,level,place,features,region,provenance\n".to_owned();
        for (column, row) in self.hexes() {
            let seed = self.seed(column, row);
            let number = self.number(column, row);
            let terrain = ["clear", "woods", "clear", "village"][usize::from(seed / 4 % 4)];
            let level = [0, 0, 1, 2][usize::from(seed / 16 % 4)];
            text += &format!("{number},{terrain},{level},,,,reconstructed\n");
        }
        text
    }

    pub fn files(&self) -> Files {
        Files::from_pairs(&[
            ("sheet/grid.toml", &self.grid_toml()),
            ("sheet/hexes.csv", &self.hexes_csv()),
            ("sheet/hexsides.csv", "hex_a,hex_b,feature,name,provenance\n"),
            ("sheet/roads.csv", "class,name,hexes\n"),
            ("sheet/places.csv", "name,hex,kind,lat,lon,provenance\n"),
            ("sheet/special.csv", "id,kind,hexes,note\n"),
        ])
    }

    pub fn map(&self) -> Map {
        Map::load(&self.files(), "sheet").expect("made-up sheets are right")
    }

    /// The map with a road through every pair of neighbours whose seeds are both low.
    pub fn map_with_roads(&self) -> Map {
        let bare = self.map();
        let mut roads = "class,name,hexes\n".to_owned();
        let low = |number: &str| {
            let position = bare.grid().position(number);
            position.is_some_and(|(column, row)| self.seed(column, row) < 100)
        };
        for a in bare.hexes() {
            for b in bare.neighbours(a).iter().filter(|b| **b > a && !b.is_none()) {
                let (a, b) = (bare.number(a), bare.number(*b));
                if low(a) && low(b) {
                    roads += &format!("minor,,{a} {b}\n");
                }
            }
        }
        let mut files = self.files();
        files.insert("sheet/roads.csv", roads);
        Map::load(&files, "sheet").expect("made-up roads join neighbours")
    }
}

/// Sheets of both orientations, all ways of growing, shifting and turning, both number orders.
pub fn sheets(most: i32) -> impl Strategy<Value = Sheet> {
    let shape = (0..60, 1..=most, 0..60, 1..=most, -1..3);
    let flags = prop::array::uniform6(any::<bool>());
    let seeds = prop::collection::vec(any::<u8>(), 1..200);
    (shape, flags, seeds, 0u8..5).prop_map(|(shape, flags, seeds, gaps)| {
        let (column, columns, row, rows, turns) = shape;
        let [flat, right, down, shifted_odd, shift_forward, column_first] = flags;
        let mut sheet = Sheet {
            flat,
            columns: [column, column + columns - 1],
            rows: [row, row + rows - 1],
            right,
            down,
            turns,
            shifted_odd,
            shift_forward,
            column_first,
            seeds,
            gaps: if gaps == 1 { 0 } else { gaps },
        };
        if sheet.hexes().is_empty() {
            sheet.gaps = 0;
        }
        sheet
    })
}
