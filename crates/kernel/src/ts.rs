//! The types of the wire as TypeScript, collected from the Rust types themselves, so that a front
//! end cannot disagree with them. Only with the feature `ts`, for the test that writes them down.

use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

/// Declarations by name, each once.
pub struct Declarations {
    config: Config,
    list: BTreeMap<String, String>,
}

impl Default for Declarations {
    fn default() -> Declarations {
        // JSON has but one kind of number
        Declarations { config: Config::new().with_large_int("number"), list: BTreeMap::new() }
    }
}

impl Declarations {
    /// Adds a type and every type that it is made of.
    pub fn add<T: TS + 'static + ?Sized>(&mut self) {
        // what has no file of its own is no named type: a number, a list, an option
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.list.contains_key(&name) {
                return;
            }
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&self.config));
            self.list.insert(name, declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }

    /// Everything that the kernel sends out.
    pub fn add_kernel(&mut self) {
        self.add::<crate::wire::Info>();
        self.add::<crate::wire::Status>();
        self.add::<crate::wire::View>();
        self.add::<crate::wire::Report>();
        self.add::<crate::wire::Phrases>();
        self.add::<crate::game::Refusal>();
        self.add::<crate::show::Choice>();
        self.add::<crate::briefing::Briefing>();
        self.add::<crate::answer::Reason>();
        self.add::<crate::answer::Reach>();
        self.add::<crate::odds::Case>();
        self.add::<crate::odds::Odds>();
        self.add::<crate::proposal::Proposal>();
        self.add::<crate::forecast::Forecast>();
        self.add::<crate::overlay::Overlay>();
        self.add::<crate::chart::Chart>();
        self.add::<crate::reference::Reference>();
        self.add::<crate::module::Listed>();
        self.add::<crate::rule::RuleKind>();
    }

    /// A module of TypeScript with all of them.
    pub fn module(&self) -> String {
        let list: Vec<&str> = self.list.values().map(String::as_str).collect();
        list.join("\n")
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}
