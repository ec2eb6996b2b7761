//! Which functions a variable, field, argument or result may hold (control flow analysis without contexts, 0-CFA:
//! Shivers 1991), bounded: too many are none.

mod argument;
mod binding_functions;
mod call_sites;
mod closure_functions;
mod element_functions;
mod invocation;
mod passed_functions;
mod passed_values;
mod points_to;
mod possible_calls;
mod returned_functions;
mod run;
mod stored_functions;

pub(crate) use argument::{
    argument_for_parameter, binds_receiver, closed, expand_parameters, open_parameter, returned_arguments,
};
pub(crate) use binding_functions::BindingFunctions;
pub(crate) use call_sites::{CallSites, call_sites, calls_in, is_held, may_hold_function};
pub(crate) use closure_functions::ClosureFunctions;
pub(crate) use element_functions::ElementFunctions;
pub(crate) use invocation::{implied_edge, invocation_edge, run_by_stored_values};
pub(crate) use passed_functions::PassedFunctions;
pub(crate) use passed_values::PassedValues;
pub(crate) use points_to::{is_function_member, is_runnable, points_to, points_to_of_definition};
pub(crate) use possible_calls::{callees_by_flow, passed_by_calls};
pub(crate) use returned_functions::{ReturnedFunctions, returned_functions};
pub(crate) use run::{add_run, inherited_constructor, made_by_decorators, takes_arguments};
pub(crate) use stored_functions::{StoredFunctions, stored_in_file};
