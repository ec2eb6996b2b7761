# nix run 'github:indexer/indexer?dir=packaging/nix'. Builds from source; not tested.
{
  description = "Answers questions about the code of a repository";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs =
    { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      source = ../..;
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "indexer";
          version = (builtins.fromTOML (builtins.readFile "${source}/Cargo.toml")).workspace.package.version;
          src = source;
          cargoLock.lockFile = "${source}/Cargo.lock";
          buildAndTestSubdir = "crates/indexer-cli";
          buildType = "dist";
          INDEXER_COMMIT = self.shortRev or self.dirtyShortRev or "unknown";
          nativeBuildInputs = [ pkgs.installShellFiles ];
          # The tests start programs and want git; they run where changes are made.
          doCheck = false;
          postInstall = ''
            ln -s indexer $out/bin/indexer-mcp
            $out/bin/indexer man man && installManPage man/*.1
            installShellCompletion --cmd indexer \
              --bash <($out/bin/indexer completions bash) \
              --fish <($out/bin/indexer completions fish) \
              --zsh <($out/bin/indexer completions zsh)
          '';
          meta = {
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "indexer";
          };
        };
      });
    };
}
