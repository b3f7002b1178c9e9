//! As much of JSON Schema as docs/protocol.schema.json uses.

use serde_json::Value;

pub struct Schema(Value);

/// What the checker knows; a schema that uses more is not checked by half.
const KNOWN: [&str; 16] = [
    "$schema",
    "title",
    "description",
    "$defs",
    "$ref",
    "oneOf",
    "type",
    "const",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minimum",
    "maximum",
    "$id",
];

impl Schema {
    pub fn of_the_protocol() -> Schema {
        let text = include_str!("../../../../../docs/protocol.schema.json");
        Schema(serde_json::from_str(text).expect("the schema is JSON"))
    }

    /// Checks a value against a part of the schema, such as `request`.
    pub fn check(&self, part: &str, value: &Value) -> Result<(), String> {
        let schema = self.0.pointer(&format!("/$defs/{part}")).ok_or(format!("the schema has no {part}"))?;
        self.fits(schema, value, part)
    }

    pub fn verbs(&self) -> Vec<&str> {
        let requests = self.0["$defs"]["request"]["oneOf"].as_array().expect("a list of verbs");
        requests.iter().filter_map(|r| r["properties"]["do"]["const"].as_str()).collect()
    }

    pub fn codes(&self) -> &Value {
        &self.0["$defs"]["error"]["properties"]["code"]["enum"]
    }

    fn fits(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Value::Object(rules) = schema else {
            return Err(format!("{at}: not a schema"));
        };
        if let Some(rule) = rules.keys().find(|rule| !KNOWN.contains(&rule.as_str())) {
            return Err(format!("{at}: the checker does not know {rule}"));
        }
        let fail = |what: String| Err(format!("{at}: {what}: {value}"));
        if let Some(Value::String(path)) = rules.get("$ref") {
            let found = path.strip_prefix('#').and_then(|path| self.0.pointer(path));
            self.fits(found.ok_or(format!("{at}: {path} is not there"))?, value, at)?;
        }
        if let Some(Value::Array(several)) = rules.get("oneOf") {
            let errors: Vec<String> =
                several.iter().filter_map(|one| self.fits(one, value, at).err()).collect();
            if errors.len() + 1 != several.len() {
                return fail(format!("fits {} of {errors:?}", several.len() - errors.len()));
            }
        }
        if let Some(kinds) = rules.get("type") {
            let kinds = match kinds {
                Value::Array(kinds) => kinds.clone(),
                one => vec![one.clone()],
            };
            if !kinds.iter().any(|kind| kind.as_str().is_some_and(|kind| is_a(kind, value))) {
                return fail(format!("is not {kinds:?}"));
            }
        }
        if rules.get("const").is_some_and(|one| one != value) {
            return fail(format!("is not {}", rules["const"]));
        }
        if rules.get("enum").and_then(Value::as_array).is_some_and(|list| !list.contains(value)) {
            return fail("is not in the list".into());
        }
        let out = |limit: &str, beyond: fn(f64, f64) -> bool| {
            let limit = rules.get(limit).and_then(Value::as_f64);
            limit.zip(value.as_f64()).is_some_and(|(limit, value)| beyond(value, limit))
        };
        if out("minimum", |v, l| v < l) || out("maximum", |v, l| v > l) {
            return fail("is out of range".into());
        }
        if let (Some(items), Value::Array(list)) = (rules.get("items"), value) {
            for (i, item) in list.iter().enumerate() {
                self.fits(items, item, &format!("{at}/{i}"))?;
            }
        }
        if let Value::Object(fields) = value {
            self.fields(rules, fields, at)?;
        }
        Ok(())
    }

    fn fields(
        &self,
        rules: &serde_json::Map<String, Value>,
        fields: &serde_json::Map<String, Value>,
        at: &str,
    ) -> Result<(), String> {
        for name in rules.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !name.as_str().is_some_and(|name| fields.contains_key(name)) {
                return Err(format!("{at}: {name} is missing"));
            }
        }
        for (name, field) in fields {
            let inside = format!("{at}/{name}");
            match (rules.get("properties").and_then(|p| p.get(name)), rules.get("additionalProperties")) {
                (Some(schema), _) | (None, Some(schema @ Value::Object(_))) => {
                    self.fits(schema, field, &inside)?
                }
                (None, Some(Value::Bool(false))) => {
                    return Err(format!("{inside} is not foreseen"));
                }
                (None, _) => {}
            }
        }
        Ok(())
    }
}

fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => false,
    }
}
