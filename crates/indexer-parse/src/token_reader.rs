//! What the readers of all languages without a tree do with a token: go into brackets, use it, declare it.

use crate::reader::Reading;
use crate::tokens::{TokenKind, Tokens};
use indexer_core::{Access, ExprId, Name, Namespace, Role};

/// A reading of the tokens of a file.
pub(crate) trait TokenReader<'b, 'a: 'b>: Sized {
    /// What a token of the language may be.
    type Kind: TokenKind;

    /// The facts that are collected, and the tokens.
    fn parts(&mut self) -> (&mut Reading<'b, 'a>, &mut Tokens<'a, Self::Kind>);

    /// Reads what stands before `end`.
    fn until(&mut self, end: usize, inside: impl FnOnce(&mut Self)) {
        let tokens = self.parts().1;
        let end = end.min(tokens.end);
        let around = std::mem::replace(&mut tokens.end, end);
        inside(self);
        self.parts().1.end = around;
    }

    /// Reads what stands in the brackets there; gives the place behind them.
    fn inside(&mut self, open: usize, inside: impl FnOnce(&mut Self, usize)) -> usize {
        let (reading, tokens) = self.parts();
        let (close, end) = (tokens.close(open), tokens.end);
        if reading.down(tokens.span(open)) {
            self.until(close, |reader| inside(reader, open + 1));
            self.parts().0.up();
        }
        (close + 1).min(end)
    }

    /// Makes a reference of a token, which stands for a name.
    fn use_as(&mut self, at: usize, name: Name, role: Role, namespace: Namespace) -> ExprId {
        let (reading, tokens) = self.parts();
        let counted = tokens.take(at);
        let value = reading.name(name, tokens.span(at), role, namespace);
        if !counted {
            reading.build.uses.uncount_last();
        }
        value
    }

    /// Makes a reference of a token, which stands for the name of a member of `of`.
    fn member_as(&mut self, at: usize, of: ExprId, name: Name, how: (Role, Access)) -> ExprId {
        let (reading, tokens) = self.parts();
        let counted = tokens.take(at);
        let member = reading.member(of, name, tokens.span(at), how);
        if !counted {
            reading.build.uses.uncount_last();
        }
        member
    }

    /// Declares a local, for which a token stands.
    fn local_as(&mut self, at: usize, name: Name, value: ExprId) {
        let (reading, tokens) = self.parts();
        let counted = tokens.take(at);
        reading.local(name, value);
        reading.build.tally.locals -= u32::from(!counted);
    }
}
