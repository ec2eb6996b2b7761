//! What is said of definitions: where they end, who may name them, whether they are tests, what documents them.

use crate::shown::{definitions, facts_of};
use indexer_core::Flags;

/// The names of the definitions that are tests.
fn tests(language: &str, source: &str) -> Vec<String> {
    let facts = facts_of(language, source);
    let all = facts.definitions.iter().filter(|one| one.flags.has(Flags::TEST));
    all.map(|one| facts.name(one.name).to_owned()).collect()
}

#[test]
fn a_definition_ends_with_its_last_token() {
    let source = "object Parser {\n  def name(x: String): Int =\n    x.length\n\n  /** Heads. */\n  // Many.\n  def head(xs: String*) =\n    val y = xs\n    y\n}\n";
    let facts = facts_of("scala", source);
    let text = |name: &str| {
        let found = facts.definitions.iter().find(|one| facts.name(one.name) == name);
        found.map(|one| {
            (one.span.text(source).trim_start_matches("/** Heads. */\n  // Many.\n  "), one.metrics)
        })
    };
    let (name, metrics) = text("name").expect("it is defined");
    assert_eq!(name, "def name(x: String): Int =\n    x.length");
    assert_eq!(metrics.map(|one| one.lines), Some(1));
    assert_eq!(text("head").map(|(text, _)| text), Some("def head(xs: String*) =\n    val y = xs\n    y"));
}

#[test]
fn ruby_says_who_may_name_methods_before_and_behind_them() {
    let source = "class A
  def one; end
  def two; end
  def three; end
  private :two
  private def four(x) = x
  protected :three
  def self.five; end
  private_class_method :five
  private_class_method def self.six; end
  def five; end
  C = 1
  private_constant :C
  protected
  private attr_reader :seven
  public def eight; end
  def nine; end
end
";
    let facts = facts_of("ruby", source);
    assert_eq!(
        definitions(&facts, "."),
        [
            "class A public partial",
            "method A.one public",
            "method A.two private",
            "method A.three restricted",
            "method A.four private",
            "method A.five private static",
            "method A.six private static",
            "method A.five public",
            "constant A.C private",
            "accessor A.seven private",
            "method A.eight public",
            "method A.nine restricted",
        ]
    );
}

#[test]
fn tests_are_what_their_frameworks_run() {
    let php = "<?php
class A extends TestCase { public function testOne() {} private function testTwo() {}
/** @test */
public function three() {}
public function help() {} }
class B { public function testFour() {} }
class C extends \\Base\\ShopTest { function testFive() {} public static function testSix() {} #[Test] public function seven() {} }
";
    assert_eq!(tests("php", php), ["testOne", "three", "testFive", "seven"]);
    let ruby = "class A < Minitest::Test\n  def test_one; end\n  def help; end\n  def test_two(x); end\nend\nclass B\n  def test_three; end\nend\n";
    assert_eq!(tests("ruby", ruby), ["test_one"]);
    let solidity = "contract A is DSTestPlus { function testOne() public {} function invariantTwo() external {} function testThree() internal {} function help() public {} }\ncontract B { function testFour() public {} }\n";
    assert_eq!(tests("solidity", solidity), ["testOne", "invariantTwo"]);
}

#[test]
fn help_of_powershell_stands_above_or_inside() {
    let source = "<#
.SYNOPSIS
    Gets one.
.DESCRIPTION
    At once.
.EXAMPLE
    Get-One
#>
function Get-One { 1 }
function Get-Two {
    <# .SYNOPSIS
    Gets two. #>
    param($a)
    <# no help #>
    2
}
function Get-Three {
    3
    <#
    .SYNOPSIS
    Gets three.
    #>
}
<# .SYNOPSIS
Far. #>


function Get-Four { <# no help #> 4 }
# .SYNOPSIS
#   Gets five.
# .LINK
#   There
function Get-Five { 5 }
";
    let facts = facts_of("powershell", source);
    let docs: Vec<Option<&str>> = facts.definitions.iter().map(|one| one.doc.as_deref()).collect();
    assert_eq!(
        docs,
        [Some("Gets one.\n\nAt once."), Some("Gets two."), Some("Gets three."), None, Some("Gets five.")]
    );
    assert!(facts.definitions[0].span.text(source).starts_with("<#\n.SYNOPSIS"));
}
