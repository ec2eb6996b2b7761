//! What the linker must know.

use indexer_core::LinkRules;

/// Members that nearly every contract has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "allowance", "approve", "balance", "balanceOf", "call", "decode", "delegatecall", "encode", "get", "length",
    "name", "owner", "pop", "push", "send", "sender", "set", "sub", "symbol", "totalSupply", "transfer", "transferFrom",
    "value",
];

/// What is there without a declaration, sorted.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "abi", "addmod", "assert", "block", "blockhash", "ecrecover", "gasleft", "keccak256", "msg", "mulmod", "now",
    "payable", "require", "revert", "ripemd160", "selfdestruct", "sha256", "tx", "type",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "solidity",
    implicit: |name| crate::text::holds(BUILTINS, name).then_some("solidity"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |files, query| crate::shapes::by_path(files, &query),
    ..LinkRules::BASE
};
