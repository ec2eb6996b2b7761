// What solc says of every name in a repository, as `benches/truth/README.md` describes it.
//
//     npm install solc@0.8.37
//     node solc_truth.js ROOT FOLDER [PREFIX=PATH ..] | gzip -9n > NAME.solc.jsonl.gz
//
// All files below ROOT/FOLDER are compiled together, up to the syntax tree with its declarations; a PREFIX of import paths
// stands for a PATH below ROOT. What the compiler refuses ends the program.
const fs = require("fs");
const path = require("path");
const solc = require("solc");

const [root, folder, ...mapped] = process.argv.slice(2);

function listed(at) {
  const entries = fs.readdirSync(path.join(root, at), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const below = path.posix.join(at, entry.name);
    if (entry.isDirectory()) return listed(below);
    return entry.name.endsWith(".sol") ? [below] : [];
  });
}

const files = listed(folder).sort();
const bytes = Object.fromEntries(files.map((file) => [file, fs.readFileSync(path.join(root, file))]));
const output = JSON.parse(
  solc.compile(
    JSON.stringify({
      language: "Solidity",
      sources: Object.fromEntries(files.map((file) => [file, { content: bytes[file].toString() }])),
      settings: { remappings: mapped, outputSelection: { "*": { "": ["ast"] } } },
    }),
    { import: () => ({ error: "not in the repository" }) },
  ),
);
const errors = (output.errors || []).filter((error) => error.severity === "error");
if (errors.length > 0) {
  errors.slice(0, 20).forEach((error) => console.error(error.formattedMessage));
  process.exit(1);
}

// Places: `start:length:source`, in bytes.
const fileOf = {};
for (const [file, source] of Object.entries(output.sources)) fileOf[source.id] = file;
const lineStarts = {};
for (const file of files) {
  const starts = [0];
  bytes[file].forEach((byte, at) => byte === 10 && starts.push(at + 1));
  lineStarts[file] = starts;
}
function place(src) {
  const [start, length, source] = src.split(":").map(Number);
  const file = fileOf[source];
  const starts = lineStarts[file];
  const lineAt = (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
  const line = lineAt(start);
  const before = bytes[file].subarray(starts[line], start).toString();
  return {
    file,
    line: line + 1,
    col: [...before].length + 1,
    end: lineAt(start + Math.max(length, 1) - 1) + 1,
    text: bytes[file].subarray(start, start + length).toString(),
    key: `${source}:${start}`,
  };
}

const nodes = new Map();
const parents = new Map();
function walk(node, parent, visit) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, parent, visit));
  if (node === null || typeof node !== "object") return;
  if (node.nodeType) visit(node, parent);
  const owner = node.nodeType ? node : parent;
  for (const [field, value] of Object.entries(node)) if (field !== "typeDescriptions") walk(value, owner, visit);
}
const units = files.map((file) => output.sources[file].ast);
walk(units, null, (node, parent) => {
  if (node.id !== undefined && !nodes.has(node.id)) nodes.set(node.id, node);
  parents.set(node, parent);
});

function kindOf(node) {
  const parent = parents.get(node);
  switch (node.nodeType) {
    case "ContractDefinition":
      return node.contractKind === "contract" ? "class" : node.contractKind;
    case "StructDefinition":
      return "struct";
    case "EnumDefinition":
      return "enum";
    case "EnumValue":
      return "variant";
    case "UserDefinedValueTypeDefinition":
      return "type_alias";
    case "EventDefinition":
      return "event";
    case "ErrorDefinition":
      return "error";
    case "ModifierDefinition":
      return "modifier";
    case "FunctionDefinition":
      if (node.kind === "constructor") return "constructor";
      return node.kind === "freeFunction" ? "function" : "method";
    case "VariableDeclaration":
      if (parent.nodeType === "StructDefinition") return "field";
      if (node.stateVariable) return node.mutability === "mutable" ? "field" : "constant";
      return parent.nodeType === "SourceUnit" ? "constant" : "local";
    case "ImportDirective":
      return "module";
    default:
      return null;
  }
}

// A name that is none in the source (a constructor, `receive`) stands at its keyword.
function nameOf(node) {
  const named = node.nameLocation && !node.nameLocation.startsWith("-1");
  const at = place(named ? node.nameLocation : node.src);
  if (node.nodeType === "EnumValue") return { ...at, name: node.name };
  return { ...at, name: node.name || node.kind || "", end: at.end };
}

const rows = [{ t: "meta", tool: `solc ${solc.version()}`, lang: "solidity", files: files.length, bad: 0 }];
files.forEach((file) => rows.push({ t: "file", file }));
const sites = new Map();
for (const node of nodes.values()) {
  const kind = kindOf(node);
  if (kind === null || kind === "local" || kind === "module") continue;
  const at = nameOf(node);
  const around = place((node.documentation && node.documentation.src) || node.src);
  const whole = place(node.src);
  if (at.name === "" || around.file !== at.file) continue;
  const site = { name: at.name, kind, file: at.file, line: at.line, col: at.col, start: around.line, end: whole.end };
  sites.set(node.id, site);
  rows.push({ t: "def", ...site });
}

// Names by their place: the same one may be reached twice.
const refs = new Map();
const tokens = { ext: new Map(), loc: new Map(), undec: new Map() };
function token(of, at) {
  const all = tokens[of];
  if (!all.has(at.file)) all.set(at.file, new Map());
  all.get(at.file).set(at.key, [at.line, at.col, at.text]);
}

function functionAround(node) {
  for (let one = parents.get(node); one; one = parents.get(one)) {
    if (one.nodeType === "FunctionDefinition" || one.nodeType === "ModifierDefinition") {
      const at = nameOf(one);
      return [at.file, at.line, at.name];
    }
  }
  return undefined;
}

// The constructor that making an instance of a contract runs.
function constructorOf(contract) {
  if (contract.nodeType !== "ContractDefinition") return undefined;
  return contract.nodes.find((node) => node.kind === "constructor");
}

// `src` is the name that leads to the declaration `id`.
function refer(src, id, node, { call = false, imported = false, others = [], makes = false } = {}) {
  const at = place(src);
  if (id === undefined || id === null) return token("undec", at);
  if (id < 0) return at.text === "this" || at.text === "super" ? undefined : token("ext", at);
  const target = nodes.get(id);
  const kind = target && kindOf(target);
  if (kind === "local" || kind === "module") return token("loc", at);
  const site = sites.get(id);
  if (!site) return token("undec", at);
  const alts = others.map((one) => sites.get(one)).filter((one) => one && one !== site);
  const made = makes && constructorOf(target);
  if (made) alts.push(sites.get(made.id));
  refs.set(at.key, {
    t: "ref",
    name: site.name,
    text: at.text,
    kind: site.kind,
    def_file: site.file,
    def_line: site.line,
    def_start: site.start,
    ref_file: at.file,
    ref_line: at.line,
    ref_col: at.col,
    call,
    import: imported,
    ...(alts.length === 0 ? {} : { alts: alts.map((one) => [one.file, one.line, one.start]) }),
    in: functionAround(node),
  });
}

// `A.B`: the last name leads to the declaration, one before it to the contract that has it, unless that is inherited.
function refersPath(node, options) {
  let id = node.referencedDeclaration;
  const names = node.nameLocations || [node.src];
  for (let i = names.length - 1; i >= 0; i--) {
    const written = place(names[i]).text;
    const target = nodes.get(id);
    if (i < names.length - 1 && (!target || target.name !== written)) {
      token("undec", place(names[i]));
      continue;
    }
    refer(names[i], id, node, i === names.length - 1 ? options : {});
    id = target && (parents.get(target) || {}).id;
  }
}

function isCalled(node) {
  let one = node;
  let parent = parents.get(one);
  while (parent && (parent.nodeType === "FunctionCallOptions" || parent.nodeType === "TupleExpression")) {
    if (parent.nodeType === "FunctionCallOptions" && parent.expression !== one) return undefined;
    [one, parent] = [parent, parents.get(parent)];
  }
  return parent && parent.nodeType === "FunctionCall" && parent.expression === one ? parent : undefined;
}

walk(units, null, (node) => {
  switch (node.nodeType) {
    case "Identifier": {
      // The names of an import come without a place of their declaration where they are asked for below.
      const parent = parents.get(node);
      const imported = parent.nodeType === "ImportDirective";
      const called = isCalled(node);
      refer(node.src, node.referencedDeclaration, node, {
        call: Boolean(called) && called.kind !== "typeConversion",
        imported,
      });
      break;
    }
    case "MemberAccess": {
      const called = isCalled(node);
      const at = place(node.memberLocation);
      if (node.referencedDeclaration === undefined || node.referencedDeclaration === null) {
        // What the language itself gives to types: `length`, `push`, `selector`, `max`.
        token("ext", at);
      } else {
        refer(node.memberLocation, node.referencedDeclaration, node, {
          call: Boolean(called) && called.kind !== "typeConversion",
        });
      }
      break;
    }
    case "IdentifierPath": {
      const parent = parents.get(node);
      const made = parent.nodeType === "UserDefinedTypeName" ? parents.get(parent) : parent;
      const makes = made.nodeType === "NewExpression" || made.nodeType === "ModifierInvocation";
      // What a modifier holds runs, and so does the constructor of a base.
      refersPath(node, { call: makes, makes });
      break;
    }
    case "FunctionCall": {
      // `S({a: 1})` names the fields of S; of a function they are its parameters.
      const of = nodes.get(node.expression.referencedDeclaration);
      (node.names || []).forEach((name, i) => {
        const members = of && of.nodeType === "StructDefinition" ? of.members : [];
        const member = members.find((one) => one.name === name);
        if (member) refer(node.nameLocations[i], member.id, node);
        else token("loc", place(node.nameLocations[i]));
      });
      break;
    }
    case "InlineAssembly":
      // `x.slot` names x.
      for (const one of node.externalReferences || []) {
        const [start, length, source] = one.src.split(":").map(Number);
        const name = one.suffix ? length - one.suffix.length - 1 : length;
        refer(`${start}:${name}:${source}`, one.declaration, node);
      }
      break;
  }
});

rows.push(...refs.values());
for (const [t, all] of Object.entries(tokens)) {
  for (const [file, at] of all) rows.push({ t, file, pos: [...at.values()] });
}
rows.forEach((row) => console.log(JSON.stringify(row)));
