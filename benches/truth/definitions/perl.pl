# What files of Perl define, by PPI, a parser that shares nothing with the grammar: file, line, kind and name.
#
#   perl perl.pl FOLDER

use strict;
use warnings;
use File::Find;
use PPI;

my $root = $ARGV[-1];
my @files;
find({wanted => sub { push @files, $File::Find::name if /\.(?:pm|pl|t)$/ && -f && !-l }, no_chdir => 1}, $root);

for my $path (sort @files) {
    my $document = PPI::Document->new($path, readonly => 1) or next;
    $document->index_locations;
    my $file = substr $path, length($root) + 1;
    my $row = sub {
        my ($kind, $name, $at) = @_;
        print join("\t", $file, $at->line_number, $kind, $name), "\n";
    };
    for my $one (@{$document->find('PPI::Statement::Package') || []}) {
        $row->('package', $one->namespace, $one) if $one->namespace;
    }
    for my $one (@{$document->find('PPI::Statement::Sub') || []}) {
        next if ref($one) ne 'PPI::Statement::Sub' || !$one->name;
        $row->('sub', $one->name, $one);
    }
    for my $one (@{$document->find('PPI::Statement::Variable') || []}) {
        next unless $one->type eq 'our';
        $row->('our', substr($_, 1), $one) for grep { !/::/ } $one->variables;
    }
    for my $one (@{$document->find('PPI::Statement::Include') || []}) {
        next unless $one->type eq 'use' && $one->module eq 'constant';
        my $first = $one->schild(2) or next;
        $row->('constant', $first->content, $one) if $first->isa('PPI::Token::Word');
    }
}
