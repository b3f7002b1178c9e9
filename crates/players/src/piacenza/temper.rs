//! How much what matters to an officer.

/// Weights; a captain's plans are officers of other tempers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// For each hex nearer to what is to be won.
    pub pull: f32,
    /// How much the pull grows until the last turn.
    pub haste: f32,
    /// For each hex nearer to the enemy.
    pub hunt: f32,
    /// For standing in it.
    pub prize: f32,
    /// For what the enemy's fire is likely to do to who stands there.
    pub danger: f32,
    /// For what one's own fire is likely to do from there.
    pub chance: f32,
    /// For a mate beside it, and for its commander.
    pub mates: f32,
    /// For Cover.
    pub cover: f32,
    /// For what it could storm from there at once, and in the next turn.
    pub storm: f32,
    pub ready: f32,
    /// For each hex nearer to a place that somebody must go and hold.
    pub guard: f32,
    /// How much farther the aims of other formations seem.
    pub stray: f32,
    /// What an attack must be worth to be made.
    pub bold: f32,
    /// What an attack of horse must be worth to be made.
    pub spur: f32,
    /// What a volley must be worth to be fired.
    pub fire: f32,
    /// What a second volley must be worth.
    pub again: f32,
}

impl Temper {
    /// Who must take ground.
    pub const ATTACKER: Temper = Temper {
        pull: 0.5,
        haste: 1.0,
        hunt: 0.1,
        prize: 6.0,
        danger: 0.5,
        chance: 0.9,
        mates: 0.25,
        cover: 0.15,
        storm: 1.3,
        ready: 0.4,
        guard: 1.0,
        stray: 5.0,
        bold: 0.05,
        spur: 0.05,
        fire: -0.07,
        again: 0.1,
    };
    /// Who holds it.
    pub const DEFENDER: Temper = Temper {
        pull: 0.12,
        haste: 0.0,
        hunt: 0.0,
        prize: 4.0,
        danger: 0.8,
        chance: 0.9,
        mates: 0.25,
        cover: 0.5,
        storm: 0.3,
        ready: 0.0,
        guard: 1.0,
        stray: 5.0,
        bold: 0.25,
        spur: 0.05,
        fire: 0.0,
        again: 0.1,
    };

    /// Who has lost what he holds attacks to have it back.
    pub fn roused(self, lost: bool) -> Temper {
        if !lost {
            return self;
        }
        let attack = Temper::ATTACKER;
        Temper {
            pull: self.pull.max(0.3),
            storm: self.storm.max(attack.storm),
            ready: self.ready.max(attack.ready),
            bold: self.bold.min(attack.bold),
            ..self
        }
    }

    /// The usual temper of a side.
    pub fn of(battle: &::piacenza::Battle, side: u8) -> Temper {
        use ::piacenza::model::Victory;
        let attacks = side == 0 || matches!(battle.scenario.victory, Victory::LastHeld(_));
        if attacks { Temper::ATTACKER } else { Temper::DEFENDER }
    }
}
