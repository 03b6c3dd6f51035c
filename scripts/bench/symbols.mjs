import { symbolsOf } from './compiled.mjs';
import { note, reportLeast } from './report.mjs';

/** A piece of source in each language; `@` is a number that makes its names its own. */
const PIECES = {
  'a.ts':
    'export class Account@ {\n  private readonly total: number = @;\n  add(amount: number, note?: string): number {\n    if (amount < 0) throw new Error("negative");\n    return this.total + amount;\n  }\n}\n\nexport function open@<T extends object>(given: T): T | null {\n  return "id" in given ? given : null;\n}\n',
  'a.js':
    'function total@(items) {\n  // Sums what is there.\n  return items.reduce((sum, { price, count }) => sum + price * count, 0);\n}\n\nconst render@ = async (name) => {\n  const found = await load(name);\n  return found ?? "none";\n};\n',
  'a.tsx':
    'export function Card@({ title, open }: { title: string; open: boolean }) {\n  const [shown, show] = useState(open);\n  return (\n    <section className="card" onClick={() => show(!shown)}>\n      <h2>{title}</h2>\n      {shown ? <p>Text @</p> : null}\n    </section>\n  );\n}\n',
  'a.py':
    'class Queue@:\n    """Holds work."""\n\n    def __init__(self, size=@):\n        self.size = size\n        self.items = []\n\n    def put(self, item):\n        if len(self.items) >= self.size:\n            raise ValueError(f"full: {self.size}")\n        self.items.append(item)\n\n\ndef drain_@(queue):\n    return [item for item in queue.items if item is not None]\n\n',
  'a.go':
    'type Store@ struct {\n\tname string\n\tsize int\n}\n\nfunc (s *Store@) Put(key string, value []byte) error {\n\tif len(value) > s.size {\n\t\treturn fmt.Errorf("too large: %d", len(value))\n\t}\n\treturn nil\n}\n\nfunc open@(name string) *Store@ {\n\treturn &Store@{name: name, size: @}\n}\n\n',
  'a.rs':
    'pub struct Point@ {\n    x: i64,\n    y: i64,\n}\n\nimpl Point@ {\n    pub fn scale(&self, by: i64) -> Self {\n        Self { x: self.x * by, y: self.y * by }\n    }\n}\n\nfn parse_@(text: &str) -> Result<i64, String> {\n    text.trim().parse::<i64>().map_err(|e| e.to_string())\n}\n\n',
  'a.java':
    'class Ledger@ {\n    private final long total = @L;\n\n    long add(long amount) {\n        if (amount < 0) {\n            throw new IllegalArgumentException("negative " + amount);\n        }\n        return total + amount;\n    }\n}\n\n',
  'a.c':
    'struct pair@ {\n    int left;\n    int right;\n};\n\nstatic int sum@(const struct pair@ *pair, int scale)\n{\n    if (pair == 0)\n        return -1;\n    return (pair->left + pair->right) * scale;\n}\n\n',
  'a.cpp':
    'namespace shop@ {\nclass Basket {\n public:\n  explicit Basket(int size) : size_(size) {}\n  int size() const { return size_; }\n\n private:\n  int size_;\n};\n\nint total(const std::vector<int>& prices) {\n  int sum = 0;\n  for (int price : prices) sum += price;\n  return sum;\n}\n}\n\n',
  'A.cs':
    'public class Order@\n{\n    public int Total { get; private set; }\n\n    public void Add(int amount)\n    {\n        if (amount < 0) throw new ArgumentException($"negative {amount}");\n        Total += amount;\n    }\n}\n\n',
  'a.php':
    'class Mail@ {\n    private string $to = "a";\n\n    public function send(string $text): bool {\n        if ($text === "") {\n            return false;\n        }\n        return mail($this->to, "Subject @", $text);\n    }\n}\n\n',
  'a.rb':
    'class Report@\n  def initialize(rows)\n    @rows = rows\n  end\n\n  def total\n    @rows.sum { |row| row[:price] * row[:count] }\n  end\nend\n\n',
  'a.md':
    '## Chapter @\n\nSome text with `code`, a [link](https://example.com/@) and *words* that say what is meant.\n\n### Part of @\n\n- one\n- two, which is longer than the first one\n\n',
  'a.yaml':
    'service@:\n  image: registry/app:@\n  ports:\n    - "80:@"\n  environment:\n    LEVEL: debug\n    NAME: service-@\n',
  'a.json': '"entry@": { "id": @, "names": ["one", "two"], "nested": { "deep": true, "text": "some words" } },\n',
  'a.toml': '[tool.part@]\nname = "part @"\nsizes = [1, 2, 3]\nenabled = true\n\n',
  'a.sql':
    'CREATE TABLE orders_@ (\n  id INTEGER PRIMARY KEY,\n  total NUMERIC NOT NULL,\n  note TEXT\n);\n\nCREATE VIEW open_orders_@ AS\n  SELECT id, total FROM orders_@ WHERE note IS NULL;\n\n',
  'a.html':
    '<section id="part-@">\n  <h2>Part @</h2>\n  <p class="text">Some words, and <a href="/@">a link</a>.</p>\n</section>\n',
  'a.css':
    '.card-@ {\n  display: flex;\n  color: #123456;\n  margin: 0 auto 1rem;\n}\n\n.card-@ > .title:hover {\n  text-decoration: underline;\n}\n\n',
  'a.sh':
    'build_@() {\n  local target="$1"\n  if [ -z "$target" ]; then\n    echo "no target @" >&2\n    return 1\n  fi\n  make -C "$target" all\n}\n\n',
};

/** Symbol lookup over a mix of languages: the least of several runs, because whatever else the machine does only adds. */
export async function measureSymbols() {
  let bytes = 0;
  let milliseconds = 0;
  const slowest = [];
  for (const [path, piece] of Object.entries(PIECES)) {
    let text = path.endsWith('.php') ? '<?php\n' : '';
    for (let index = 0; text.length < 200_000; index += 1) text += piece.replaceAll('@', String(index));
    if (path.endsWith('.json')) text = `{${text.replace(/,\s*$/, '')}}`;
    const lineCount = text.split('\n').length;
    const times = [];
    let named = 0;
    for (let round = 0; round < 7; round += 1) {
      const begun = performance.now();
      const { symbolAt } = await symbolsOf(path, text);
      named = 0;
      for (let line = 1; line <= lineCount; line += 1) if (symbolAt(line) !== '<file>') named += 1;
      times.push(performance.now() - begun);
    }
    if (named < lineCount / 4) throw new Error(`${path}: only ${named} of ${lineCount} lines belong to a symbol`);
    bytes += Buffer.byteLength(text);
    milliseconds += Math.min(...times);
    slowest.push([Buffer.byteLength(text) / 1e3 / Math.min(...times), path]);
  }
  slowest.sort(([a], [b]) => a - b);
  note(
    `slowest: ${slowest
      .slice(0, 4)
      .map(([speed, path]) => `${path} ${speed.toFixed(1)}`)
      .join(', ')} MB/s`,
  );
  const count = Object.keys(PIECES).length;
  reportLeast(
    `symbol lookup, every line of 200 kB in each of ${count} languages`,
    bytes / 1e3 / milliseconds,
    5,
    'MB/s',
  );
}
