//! JSON as a file of options has it: members stay in their order, also if a name comes twice.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number; which one, if it is whole
    Number(Option<i128>),
    /// A text
    Text(String),
    /// A list
    List(Vec<Json>),
    /// Members, in the order of the source
    Object(Vec<(String, Json)>),
}

/// The value of a whole text; `None` if it is no JSON.
pub fn parse(text: &str) -> Option<Json> {
    serde_json::from_str(text).ok()
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Json, D::Error> {
        source.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Json;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(Some(value.into())))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(Some(value.into())))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json, E> {
        Ok(Json::Number(None))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut source: A) -> Result<Json, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = source.next_element()? {
            values.push(value);
        }
        Ok(Json::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = source.next_entry()? {
            members.push(member);
        }
        Ok(Json::Object(members))
    }
}
