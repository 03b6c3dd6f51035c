/**
 * Exact names of the files in which package managers pin what they resolved (SU-22). Names that other tools use for
 * written text too (Julia's `Manifest.toml`, Gleam's `manifest.toml`, `sources.json`) and files that run (`.pnp.cjs`)
 * are left out: they are read.
 */
export const LOCKFILES: ReadonlySet<string> = new Set([
  // JavaScript
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'shrinkwrap.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  // Rust, Go
  'Cargo.lock',
  'go.sum',
  'go.work.sum',
  'Gopkg.lock',
  'glide.lock',
  // Python
  'poetry.lock',
  'Pipfile.lock',
  'uv.lock',
  'pdm.lock',
  'pixi.lock',
  'pylock.toml',
  'requirements.lock',
  'requirements-dev.lock',
  'conda-lock.yml',
  // Ruby, PHP, Perl, R
  'Gemfile.lock',
  'gems.locked',
  'composer.lock',
  'symfony.lock',
  'cpanfile.snapshot',
  'renv.lock',
  'packrat.lock',
  // JVM, .NET, Unity
  'gradle.lockfile',
  'buildscript-gradle.lockfile',
  'settings-gradle.lockfile',
  'maven_install.json',
  'packages.lock.json',
  'paket.lock',
  'packages-lock.json',
  // Apple, Dart
  'Podfile.lock',
  'Package.resolved',
  'Cartfile.resolved',
  'pubspec.lock',
  // C, C++, D, Nim, Crystal, Haskell, PureScript, Lean, Lua
  'conan.lock',
  'dub.selections.json',
  'nimble.lock',
  'shard.lock',
  'stack.yaml.lock',
  'cabal.project.freeze',
  'spago.lock',
  'lake-manifest.json',
  'luarocks.lock',
  // Erlang, Elixir
  'mix.lock',
  'rebar.lock',
  // Infrastructure and data
  'flake.lock',
  'devenv.lock',
  'devbox.lock',
  'mise.lock',
  '.terraform.lock.hcl',
  'Chart.lock',
  'vendir.lock.yml',
  'jsonnetfile.lock.json',
  'kcl.mod.lock',
  'buf.lock',
  'dvc.lock',
  'MODULE.bazel.lock',
  'Berksfile.lock',
  'Policyfile.lock.json',
  'Puppetfile.lock',
  'Brewfile.lock.json',
  // Smart contracts
  'foundry.lock',
  'soldeer.lock',
  'Scarb.lock',
  'Move.lock',
  'aiken.lock',
]);
