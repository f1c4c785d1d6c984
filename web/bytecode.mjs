/* Compiles Python to bytecode with the Python of the browser itself: no other has the same bytecode.
   node bytecode.mjs ARCHIVE OUT: an archive of sources, each named KEY/PATH, becomes one of bytecode, each named KEY.pyc. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const COMPILE = `
import ast, importlib.util, marshal, types, zipfile

UNCHECKED = 1  # the bytecode is used without a look for its source

def bare(source):
    """Return the tree of a module without its docstrings: nothing reads them in a browser. Asserts stay."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if ast.get_docstring(node, clean=False) is not None:
            rest = node.body[1:]
            node.body = rest or ([] if isinstance(node, ast.Module) else [ast.copy_location(ast.Pass(), node.body[0])])
    return tree

def without_lines(code):
    """Return code whose instructions all lie in the first line of their function: a fault names the function still."""
    units = len(code.co_code) // 2
    lines = b"".join(bytes((0xE8 | min(7, units - at - 1), 0)) for at in range(0, units, 8))
    consts = tuple(without_lines(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=lines, co_consts=consts)

with zipfile.ZipFile("/sources") as sources, zipfile.ZipFile("/made", "w") as made:
    for entry in sources.namelist():
        key, path = entry.split("/", 1)
        code = compile(bare(sources.read(entry)), path, "exec", dont_inherit=True, optimize=0)
        if not path.startswith("kilowatt/"):
            code = without_lines(code)
        head = importlib.util.MAGIC_NUMBER + UNCHECKED.to_bytes(4, "little") + bytes(8)
        made.writestr(f"{key}.pyc", head + marshal.dumps(code))
`;

const [archive, out] = process.argv.slice(2);
// without the columns of every instruction: they are a third of the bytes, and only underline faults
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: '1', PYTHONHASHSEED: '0' } });
python.FS.writeFile('/sources', new Uint8Array(readFileSync(archive)));
python.runPython(COMPILE);
writeFileSync(out, python.FS.readFile('/made'));
