//! What a language's operators give: indexing, iteration, patterns, dereferences.

use crate::evaluator::Evaluator;
use crate::generics::Environment;
use crate::value::{Set, Sym, TypeId, Value};
use indexer_core::{ExprId, FileId};

impl Evaluator<'_, '_> {
    /// What payload `index` of `of` is, seen through a pattern.
    pub(crate) fn payload(&mut self, file: FileId, of: ExprId, pattern: ExprId, index: u32) -> Set {
        let (pattern, _) = self.denote(file, pattern, None);
        let values = self.reify_all(&pattern, None);
        let mut all = Set::default();
        for value in values.iter() {
            let (holder, of_type) = match value {
                Value::Variant(sym, _) => (sym, self.enum_of(sym)),
                Value::Type(TypeId::Def(sym), _) | Value::ReceiverType(TypeId::Def(sym), _) => {
                    (sym, Some(sym))
                }
                _ => {
                    all.add(Value::Unknown);
                    continue;
                }
            };
            let Some(unit) = self.unit(holder.file) else { continue };
            self.consult_symbol(holder);
            let parameters = unit.facts.parameters(unit.facts.definition(holder.def).parameters);
            let Some(annotation) = parameters.get(index as usize).map(|p| p.annotation) else {
                all.add(Value::Unknown);
                continue;
            };
            let types = self.type_of(holder.file, annotation);
            let payload = self.instances(&types);
            if !payload.iter().any(|v| self.is_open(v)) {
                all.extend(&payload);
                continue;
            }
            let Some(of_type) = of_type else { continue };
            let run = unit.type_parameters(of_type.def);
            for matched in self.value(file, of).iter() {
                let args = match matched {
                    Value::Instance(TypeId::Def(sym), args) | Value::Receiver(TypeId::Def(sym), args)
                        if sym == of_type =>
                    {
                        args
                    }
                    Value::Variant(_, args) => args,
                    _ => {
                        all.add(Value::Unknown);
                        continue;
                    }
                };
                let mut environment = Environment::default();
                let items = self.args_of(args);
                for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
                    environment.bind(TypeId::Param(holder.file, i), item.clone());
                }
                all.extend(&self.substitute(&payload, &environment, None));
            }
        }
        all
    }

    /// Item `index` of tuples; positional field of tuple structs; element of sequences.
    pub(crate) fn item(&mut self, of: &Set, index: u32) -> Set {
        let mut all = Set::default();
        for value in self.expand(of).iter() {
            match self.held(value) {
                Value::Tuple(args) => match self.args_of(args).get(index as usize) {
                    Some(item) => all.extend(item),
                    None => all.add(Value::Unknown),
                },
                held @ (Value::Instance(TypeId::Def(sym), _) | Value::Receiver(TypeId::Def(sym), _)) => {
                    all.extend(&self.positional_field(sym, held, index));
                }
                held if self.is_declared_outside(held) => all.add(held),
                _ => all.add(Value::Unknown),
            }
        }
        all
    }

    /// What a value dereferences to, through types of the standard library: `x.0` on a box is a
    /// field of what the box holds.
    fn held(&mut self, value: Value) -> Value {
        let mut value = value;
        while let Value::Instance(id, args) = value
            && self.stub_path(id).is_some()
            && let Some(inner) = self.dereferenced(id, args)
            && inner != value
        {
            value = inner;
        }
        value
    }

    pub(crate) fn positional_field(&mut self, sym: Sym, receiver: Value, index: u32) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::unknown() };
        let definition = unit.facts.definition(sym.def);
        self.consult_symbol(sym);
        let parameters = unit.facts.parameters(definition.parameters);
        let Some(parameter) = parameters.get(index as usize).filter(|p| !p.annotation.is_unknown()) else {
            let items = self.element(&Set::of(receiver));
            return if items.has_unknown() { self.indexed_values(&Set::of(receiver)) } else { items };
        };
        let types = self.type_of(sym.file, parameter.annotation);
        let value = self.instances(&types);
        let (Value::Instance(_, args) | Value::Receiver(_, args)) = receiver else { return value };
        let mut environment = Environment::default();
        let run = definition.type_parameters;
        let items = self.args_of(args);
        for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
            environment.bind(TypeId::Param(sym.file, i), item.clone());
        }
        self.substitute(&value, &environment, None)
    }

    /// True for an instance of a type outside whose parts are of such types too. They are said to be
    /// of its own type: no more than where they come from is known.
    fn is_declared_outside(&self, value: Value) -> bool {
        let declared = self.unit(self.file).is_some_and(|unit| unit.rules.declared_types);
        declared && matches!(value, Value::Instance(TypeId::External(_), args) if self.are_outside(args))
    }

    /// What iterating over values gives.
    pub(crate) fn element(&mut self, of: &Set) -> Set {
        let mut all = Set::default();
        for value in self.expand(of).iter() {
            if let Value::Tuple(args) = value {
                for item in self.args_of(args).iter() {
                    all.extend(item);
                }
                continue;
            }
            let (Value::Instance(id, _) | Value::Receiver(id, _)) = value else {
                all.add(Value::Unknown);
                continue;
            };
            let Some(rules) = self.rules_of(id) else { continue };
            if self.is_declared_outside(value) {
                all.add(value);
                continue;
            }
            let mut found = Set::unknown();
            for path in rules.protocol.element {
                let mut here = Set::of(value);
                for member in *path {
                    here = self.call_member_named(&here, member);
                }
                if here.iter().any(|value| value != Value::Unknown) {
                    found = here;
                    break;
                }
            }
            all.extend(&found);
        }
        all
    }

    pub(crate) fn indexed(&mut self, file: FileId, of: ExprId) -> Set {
        let of = self.value(file, of);
        self.indexed_values(&of)
    }

    fn indexed_values(&mut self, of: &Set) -> Set {
        let mut all = Set::default();
        for value in self.expand(of).iter() {
            match value {
                // Not its element: its type arguments are written as an index is.
                Value::Type(..) | Value::ReceiverType(..) | Value::External(_) | Value::Function(..) => {
                    all.add(value);
                }
                _ if self.is_declared_outside(value) => all.add(value),
                Value::Instance(id, _) | Value::Receiver(id, _) => {
                    let rules = self.rules_of(id);
                    let members = rules.map_or(&[][..], |r| r.protocol.index);
                    // What a pointer points to is the pointer to the linker of such a language.
                    let pointer = rules.is_some_and(|r| r.inclusion.is_some())
                        && matches!(id, TypeId::Def(sym) if self.stub_path(id).is_none() && self.including(sym.file).is_some());
                    let mut found = if pointer { Set::of(value) } else { Set::unknown() };
                    for member in members {
                        let here = self.call_member_named(&Set::of(value), member);
                        if here.is_empty() || here.iter().any(|value| value != Value::Unknown) {
                            found = here;
                            break;
                        }
                    }
                    all.extend(&found);
                }
                _ => all.add(Value::Unknown),
            }
        }
        all
    }

    pub(crate) fn deref_value(&mut self, file: FileId, of: ExprId) -> Set {
        let of = self.value(file, of);
        let mut all = Set::default();
        for value in of.iter() {
            let inner = match value {
                Value::Instance(id, args) | Value::Receiver(id, args) => self.dereferenced(id, args),
                _ => None,
            };
            // A plain reference is not a type of its own here: what it refers to is the value.
            all.add(inner.unwrap_or(value));
        }
        all
    }
}
