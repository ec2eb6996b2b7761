// A small repository with what a page must bear: many callers, a cycle, a breaking change, hostile names.
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export const HOSTILE = '</script><img src=x onerror=alert(1)>';
export const ODD = 'odd<script>alert(1)</script>.py';

export const repository = () => {
  const folder = mkdtempSync(join(tmpdir(), 'explore-')), root = join(folder, 'shop');
  const write = (path, text) => {
    mkdirSync(join(root, path, '..'), {recursive: true});
    writeFileSync(join(root, path), text);
  };
  const git = (...words) => execFileSync('git', ['-c', 'user.name=ci', '-c', 'user.email=ci@example.org', ...words], {cwd: root, stdio: 'ignore'});
  const callers = Array.from({length: 60}, (_, n) => `def user_${n}():\n    return price(${n}, 1)\n`).join('\n');
  write('pyproject.toml', '[project]\nname = "shop"\n');
  write('shop/price.py', 'import shop.cart\n\n\ndef price(n, rate):\n    """What one costs."""\n    return n * rate\n\n\nclass Item:\n    def cost(self):\n        return price(1, 2)\n');
  write('shop/cart.py', `from shop.price import price\n\n\n${callers}`);
  write('web/view.py', 'from shop.cart import user_1\n\n\ndef show(a):\n    if a:\n        return user_1()\n    return None\n');
  write('tests/test_cart.py', 'from shop.cart import user_1\n\n\ndef test_user():\n    assert user_1()\n');
  write('packages/one/package.json', '{"name": "one", "version": "1.0.0"}\n');
  write('packages/one/index.js', "export const load = name => name;\n");
  write('packages/two/package.json', '{"name": "two", "version": "1.0.0", "dependencies": {"one": "1.0.0"}}\n');
  write('packages/two/index.js', `import { load } from '../one/index.js';\nexport const run = () => load('two');\nexport const odd = { ${JSON.stringify(HOSTILE)}() { return run(); } };\n`);
  write('c#/sharp.py', 'def sharp():\n    return 1\n\n\ndef user():\n    return sharp()\n');
  write('shop/twice.py', "import sys\n\nif sys.platform == 'win32':\n    def twice():\n        return first()\nelse:\n    def twice():\n        return second()\n\n\ndef first():\n    return 1\n\n\ndef second():\n    return 2\n");
  write(ODD, `def odd(a="${HOSTILE}"):\n    """${HOSTILE}"""\n    return "${HOSTILE}"\n`);
  execFileSync('git', ['init', '-q', root]);
  git('add', '.');
  git('commit', '-qm', `first ${HOSTILE}`);
  write('shop/price.py', 'import shop.cart\n\n\ndef price(n):\n    """What one costs."""\n    return n\n\n\nclass Item:\n    def cost(self):\n        return price(1)\n');
  git('commit', '-qam', 'price without rate');
  return {folder, root};
};
