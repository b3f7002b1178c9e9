//! What an officer thinks matters, in numbers: the same officer is bolder or more careful with others.

use ::risorgimento::Battle;
use hexmap::Hex;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// What enemies who come a move later count.
    pub far: f32,
    /// What the decisive hexes are worth together, in farms.
    pub decisive: f32,
    /// What is to be won draws this much.
    pub prize: f32,
    /// What is taken by stepping into it.
    pub take: f32,
    /// What is ours and threatened draws this much.
    pub guard: f32,
    /// Being outnumbered where one stands.
    pub danger: f32,
    /// How much worse that is for each level of status.
    pub worn: f32,
    /// Standing under guns.
    pub guns: f32,
    /// Ending in an enemy zone of reaction.
    pub zone: f32,
    /// Being out of the commander's range.
    pub command: f32,
    /// Resting instead of moving, for each level of status.
    pub rest: f32,
    /// An assault must be worth as much.
    pub bold: f32,
    /// What a won assault is worth by itself.
    pub victory: f32,
    /// Fire is worth it from here on.
    pub fire: f32,
    /// A battery that the enemy can ride over, for each of its strength points.
    pub battery: f32,
    /// Who stays with a battery that needs it, for each of its strength points.
    pub escort: f32,
    /// Keeping a town that decides the day while an enemy column can get there.
    pub keep: f32,
    /// A hex that draws besides, and how much.
    pub goal: Hex,
    pub goal_pull: f32,
}

impl Temper {
    /// What suits a side.
    pub fn of(b: &Battle, side: u8) -> Temper {
        if side == b.scenario.victory.attacker { ATTACKER } else { DEFENDER }
    }

    /// What can be changed to make another officer of him, by name.
    pub fn knobs(&mut self) -> [(&'static str, &mut f32); 17] {
        [
            ("far", &mut self.far),
            ("decisive", &mut self.decisive),
            ("prize", &mut self.prize),
            ("take", &mut self.take),
            ("guard", &mut self.guard),
            ("danger", &mut self.danger),
            ("worn", &mut self.worn),
            ("guns", &mut self.guns),
            ("zone", &mut self.zone),
            ("command", &mut self.command),
            ("rest", &mut self.rest),
            ("bold", &mut self.bold),
            ("victory", &mut self.victory),
            ("fire", &mut self.fire),
            ("battery", &mut self.battery),
            ("escort", &mut self.escort),
            ("keep", &mut self.keep),
        ]
    }
}

/// Who must take ground within hours, and arrives brigade by brigade.
pub const ATTACKER: Temper = Temper {
    far: 0.15,
    decisive: 3.5,
    prize: 3.0,
    take: 4.0,
    guard: 1.5,
    danger: 0.3,
    worn: 0.5,
    guns: 0.05,
    zone: 0.8,
    command: 3.0,
    rest: 0.8,
    bold: 2.5,
    victory: 0.7,
    fire: 0.05,
    battery: 1.0,
    escort: 0.8,
    keep: 8.0,
    goal: Hex::NONE,
    goal_pull: 0.0,
};

/// Who has it and is there from the start.
pub const DEFENDER: Temper = Temper {
    far: 0.05,
    decisive: 5.0,
    prize: 3.0,
    take: 4.0,
    guard: 0.6,
    danger: 0.2,
    worn: 0.5,
    guns: 0.05,
    zone: 0.8,
    command: 3.0,
    rest: 0.6,
    bold: 0.6,
    victory: 1.0,
    fire: 0.05,
    battery: 1.0,
    escort: 0.8,
    keep: 8.0,
    goal: Hex::NONE,
    goal_pull: 0.0,
};
