//! What a file declares, as a tree.

use indexer_store::{FileRef, Symbol};

/// The symbols of a file, owners before what they own, each with its depth. Members of a type that
/// another file defines stand at the top. O(symbols).
pub fn outline(file: FileRef<'_>) -> Vec<(Symbol<'_>, u32)> {
    let symbols: Vec<Symbol<'_>> = file.symbols().collect();
    let mut owned: Vec<Vec<u32>> = vec![Vec::new(); symbols.len()];
    let mut top = Vec::new();
    for symbol in &symbols {
        let index = symbol.index_in_file();
        match symbol.owner().map(|owner| owner.index_in_file()).filter(|owner| *owner != index) {
            Some(owner) if (owner as usize) < owned.len() => owned[owner as usize].push(index),
            _ => top.push(index),
        }
    }
    let mut out = Vec::with_capacity(symbols.len());
    let mut open: Vec<(u32, u32)> = top.into_iter().rev().map(|index| (index, 0)).collect();
    // Every symbol comes once, whatever a damaged file says about owners.
    while let Some((index, depth)) = open.pop() {
        if out.len() == symbols.len() {
            break;
        }
        out.push((symbols[index as usize], depth));
        open.extend(owned[index as usize].iter().rev().map(|index| (*index, depth + 1)));
    }
    out
}
