# Homebrew: a formula for a tap. Made by `cargo xtask dist --sums`; not tested.
class Indexer < Formula
  desc "@DESCRIPTION@"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/indexer-@VERSION@-aarch64-apple-darwin.tar.xz"
      sha256 "@SHA256_AARCH64_APPLE_DARWIN@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/indexer-@VERSION@-x86_64-apple-darwin.tar.xz"
      sha256 "@SHA256_X86_64_APPLE_DARWIN@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/indexer-@VERSION@-aarch64-unknown-linux-gnu.tar.xz"
      sha256 "@SHA256_AARCH64_UNKNOWN_LINUX_GNU@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/indexer-@VERSION@-x86_64-unknown-linux-gnu.tar.xz"
      sha256 "@SHA256_X86_64_UNKNOWN_LINUX_GNU@"
    end
  end

  def install
    bin.install "indexer"
    bin.install_symlink "indexer" => "indexer-mcp"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/indexer.bash" => "indexer"
    fish_completion.install "completions/indexer.fish"
    zsh_completion.install "completions/_indexer"
  end

  test do
    (testpath/"shop.py").write "def price():\n    return 1\n"
    assert_match "path=shop.py line=1", shell_output("#{bin}/indexer lookup-symbol price")
  end
end
