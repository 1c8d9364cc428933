//! Records for scripts.

use std::net::IpAddr;

use rondo_engine::{JsResult, Local, Scope};

use crate::names::message::{Data, Record};
use crate::text::address::ip_text;

/// A record as a list: its kind, how long it holds, and its fields in the order that `js/internal/dns/records.js` knows.
pub(super) fn record_value<'s>(scope: &mut Scope<'s>, record: &Record) -> JsResult<Local<'s>> {
    let mut fields = Fields {
        list: Vec::with_capacity(8),
    };
    let kind = match &record.data {
        Data::A(_) => "A",
        Data::Aaaa(_) => "AAAA",
        Data::Cname(_) => "CNAME",
        Data::Ns(_) => "NS",
        Data::Ptr(_) => "PTR",
        Data::Mx { .. } => "MX",
        Data::Txt(_) => "TXT",
        Data::Srv { .. } => "SRV",
        Data::Soa { .. } => "SOA",
        Data::Naptr { .. } => "NAPTR",
        Data::Tlsa { .. } => "TLSA",
        Data::Caa { .. } => "CAA",
    };
    let kind = scope.interned(kind)?;
    fields.list.push(kind);
    fields.numbers(scope, [record.ttl]);
    fields.add_data(scope, &record.data)?;
    scope.array(&fields.list)
}

struct Fields<'s> {
    list: Vec<Local<'s>>,
}

impl<'s> Fields<'s> {
    fn numbers<N: Into<f64>>(&mut self, scope: &Scope<'s>, numbers: impl IntoIterator<Item = N>) {
        let numbers = numbers.into_iter();
        self.list
            .extend(numbers.map(|number| scope.number(number.into())));
    }

    fn text(&mut self, scope: &mut Scope<'s>, text: &str) -> JsResult<()> {
        self.list.push(scope.string(text)?);
        Ok(())
    }

    /// Each byte is a character.
    fn bytes(&mut self, scope: &mut Scope<'s>, bytes: &[u8]) -> JsResult<()> {
        self.list.push(scope.string_latin1(bytes)?);
        Ok(())
    }

    fn add_data(&mut self, scope: &mut Scope<'s>, data: &Data) -> JsResult<()> {
        match data {
            Data::A(address) => self.text(scope, &address.to_string()),
            Data::Aaaa(address) => self.text(scope, &ip_text(IpAddr::V6(*address))),
            Data::Cname(name) | Data::Ns(name) | Data::Ptr(name) => self.text(scope, name),
            Data::Mx { priority, exchange } => {
                self.text(scope, exchange)?;
                self.numbers(scope, [*priority]);
                Ok(())
            }
            Data::Txt(texts) => {
                let mut entries = Vec::with_capacity(texts.len());
                for text in texts {
                    entries.push(scope.string_latin1(text)?);
                }
                self.list.push(scope.array(&entries)?);
                Ok(())
            }
            Data::Srv {
                priority,
                weight,
                port,
                name,
            } => {
                self.text(scope, name)?;
                self.numbers(scope, [*port, *priority, *weight]);
                Ok(())
            }
            Data::Soa {
                nsname,
                hostmaster,
                numbers,
            } => {
                self.text(scope, nsname)?;
                self.text(scope, hostmaster)?;
                self.numbers(scope, *numbers);
                Ok(())
            }
            Data::Naptr {
                order,
                preference,
                texts,
                replacement,
            } => {
                for text in texts {
                    self.bytes(scope, text)?;
                }
                self.text(scope, replacement)?;
                self.numbers(scope, [*order, *preference]);
                Ok(())
            }
            Data::Tlsa { numbers, data } => {
                self.numbers(scope, *numbers);
                self.list.push(scope.array_buffer_owned(data.clone())?);
                Ok(())
            }
            Data::Caa {
                critical,
                tag,
                value,
            } => {
                self.numbers(scope, [*critical]);
                self.bytes(scope, tag)?;
                self.bytes(scope, value)
            }
        }
    }
}
