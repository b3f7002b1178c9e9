//! Reads a tree into a type of Rust by way of serde, with the file and line of what does not fit.

use crate::{Node, Problem, Value};
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::collections::btree_map;
use std::fmt;
use std::slice;

pub fn read<T: DeserializeOwned>(node: &Node) -> Result<T, Problem> {
    T::deserialize(node).map_err(|error| {
        let (file, line) = error.place.unwrap_or((node.file.to_string(), node.line));
        Problem { file, line, message: error.message }
    })
}

/// One of the words that a type has, or which word it is none of.
pub fn word<T: DeserializeOwned>(word: &str) -> Result<T, String> {
    let word: StrDeserializer<Misfit> = word.into_deserializer();
    T::deserialize(word).map_err(|error| error.message)
}

#[derive(Debug)]
pub struct Misfit {
    message: String,
    place: Option<(String, usize)>,
}

impl Misfit {
    /// Where no place is known yet, it is that of `node`.
    fn at(mut self, node: &Node) -> Misfit {
        self.place.get_or_insert_with(|| (node.file.to_string(), node.line));
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misfit {}

impl Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Misfit {
        Misfit { message: message.to_string(), place: None }
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Misfit {
        Misfit::custom(format_args!("`{word}` is none of {}", known.join(", ")))
    }
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.value {
            Value::Text(text) => visitor.visit_str(text),
            Value::Whole(number) => visitor.visit_i64(*number),
            Value::Real(number) => visitor.visit_f64(*number),
            Value::Flag(flag) => visitor.visit_bool(*flag),
            Value::List(list) => visitor.visit_seq(Items(list.iter())),
            Value::Table(table) => visitor.visit_map(Entries { iter: table.iter(), value: None }),
        }
        .map_err(|error: Misfit| error.at(self))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match &self.value {
            Value::Text(text) => visitor.visit_enum(Word(text)),
            _ => Err(Misfit::invalid_type(Unexpected::Other("value"), &"one word of a list")),
        }
        .map_err(|error| error.at(self))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Items<'a>(slice::Iter<'a, Node>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        let Some(node) = self.0.next() else {
            return Ok(None);
        };
        seed.deserialize(node).map(Some).map_err(|error| error.at(node))
    }
}

struct Entries<'a> {
    iter: btree_map::Iter<'a, String, Node>,
    value: Option<(&'a str, &'a Node)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some((key, node)) = self.iter.next() else {
            return Ok(None);
        };
        self.value = Some((key, node));
        let key: StrDeserializer<Misfit> = key.as_str().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|error| error.at(node))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let Some((key, node)) = self.value.take() else {
            return Err(Misfit::custom("a value was asked for before its key"));
        };
        seed.deserialize(node).map_err(|mut error| {
            if error.place.as_ref().is_none_or(|(_, line)| *line == node.line) {
                error.message = format!("{key}: {}", error.message);
            }
            error.at(node)
        })
    }
}

struct Word<'a>(&'a str);

impl<'de> EnumAccess<'de> for Word<'de> {
    type Error = Misfit;
    type Variant = Unit;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Unit), Misfit> {
        let word: StrDeserializer<Misfit> = self.0.into_deserializer();
        Ok((seed.deserialize(word)?, Unit))
    }
}

struct Unit;

impl<'de> VariantAccess<'de> for Unit {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Misfit> {
        Err(Misfit::custom("one word was expected"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Misfit> {
        Err(Misfit::custom("one word was expected"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Misfit> {
        Err(Misfit::custom("one word was expected"))
    }
}
