//! The odds of an attack before its marker is laid (7.1): for each unit that could serve it, as if it stood there already.

use crate::action::Action;
use crate::activation::{Activation, ActivationStage};
use crate::battle::Battle;
use crate::flow::{Frame, Mode};
use crate::model::UnitId;
use crate::position::{Marker, MarkerKind, Position, UnitSet};
use crate::rule;
use kernel::{Case, Odds, Refusal, Roster, Viewer};

impl Battle {
    pub(super) fn mark_odds(
        &self,
        p: &Position,
        viewer: Viewer,
        side: u8,
        marker: Marker,
    ) -> Result<Odds, Refusal> {
        let Frame::Activation(frame) = p.top() else {
            return Err(Refusal::plain("Nothing is rolled for this action: it has no odds."));
        };
        let target = self.target_of(marker);
        let open = viewer == Viewer::Everything || !self.options.fog;
        let hidden: UnitSet =
            p.in_hex(target).iter().filter(|u| !open && !self.knows(p, viewer, *u)).collect();
        let rule = match marker.kind {
            MarkerKind::Assault => rule::R11_2_5,
            MarkerKind::Charge => rule::R10_1_2,
        };
        let positions = self.candidates(p, viewer, hidden);
        let mut cases = Vec::new();
        for unit in self.units_that_serve(p, self.unacted(p, frame.formation), marker) {
            let reports = positions
                .iter()
                .map(|q| self.report(&self.served(q, frame, unit, marker), viewer, side, Action::Assault))
                .collect::<Result<Vec<_>, Refusal>>()?;
            let Odds { modifiers, notes, lines, .. } = Odds::over(&reports, rule);
            cases.push(Case { unit: self.id_of_unit(unit), modifiers, notes, lines });
        }
        let mut notes = vec![
            "Each is reckoned as if it stood there already, alone, facing the target and as strong as now."
                .to_string(),
        ];
        if !hidden.is_empty() {
            notes.push(self.fog_note(p, viewer, hidden));
        }
        let title = format!("Attack on {} from {}", self.hex_words(target), self.hex_words(marker.hex));
        Ok(Odds { notes, cases, ..Odds::new(title, rule) })
    }

    /// The position in which a unit is about to strike over the marker.
    fn served(&self, p: &Position, frame: Activation, unit: UnitId, marker: Marker) -> Position {
        let mut q = p.clone();
        q.state.markers.push(marker);
        q.set_top(Frame::Activation(Activation { stage: ActivationStage::Forces, ..frame }));
        self.put(&mut q, unit, marker.hex);
        let u = q.unit_mut(unit);
        u.facing = marker.dir;
        u.march = false;
        u.square = false;
        let mode = match marker.kind {
            MarkerKind::Assault => Mode::Ordinary,
            MarkerKind::Charge => Mode::Charge,
        };
        let act = self.new_act(UnitSet::one(unit), marker.hex, mode, 99, false);
        q.push(Frame::Act(act));
        self.rebuild(&mut q);
        q
    }
}
