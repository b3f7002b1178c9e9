// SHA-256 and the key stream of ChaCha20, in a few lines: browsers give theirs only to pages that came over TLS, and a game
// between two machines at home does not.

const ROUND = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const FIRST = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** The first 32 bits behind the point. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

const right = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const left = (word: number, by: number) => (word << by) | (word >>> (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const hash = FIRST.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [words[i - 15]!, words[i - 2]!];
      const s0 = right(early, 7) ^ right(early, 18) ^ (early >>> 3);
      const s1 = right(late, 17) ^ right(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
      const t2 = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** The key stream of ChaCha20 with a 64-bit counter from 0 and a 64-bit nonce, byte after byte. */
export function* chacha20(key: Uint8Array, nonce: bigint): Generator<number> {
  const begin = new Uint32Array(16);
  begin.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const view = new DataView(key.buffer, key.byteOffset, 32);
  for (let i = 0; i < 8; i++) begin[4 + i] = view.getUint32(4 * i, true);
  begin[14] = Number(nonce & 0xffffffffn);
  begin[15] = Number(nonce >> 32n);
  for (let counter = 0; ; counter++) {
    begin[12] = counter;
    const x = begin.slice();
    const quarter = (a: number, b: number, c: number, d: number) => {
      x[a]! += x[b]!;
      x[d] = left(x[d]! ^ x[a]!, 16);
      x[c]! += x[d]!;
      x[b] = left(x[b]! ^ x[c]!, 12);
      x[a]! += x[b]!;
      x[d] = left(x[d]! ^ x[a]!, 8);
      x[c]! += x[d]!;
      x[b] = left(x[b]! ^ x[c]!, 7);
    };
    for (let twice = 0; twice < 10; twice++) {
      quarter(0, 4, 8, 12);
      quarter(1, 5, 9, 13);
      quarter(2, 6, 10, 14);
      quarter(3, 7, 11, 15);
      quarter(0, 5, 10, 15);
      quarter(1, 6, 11, 12);
      quarter(2, 7, 8, 13);
      quarter(3, 4, 9, 14);
    }
    for (let i = 0; i < 16; i++) {
      const word = (x[i]! + begin[i]!) >>> 0;
      yield word & 0xff;
      yield (word >>> 8) & 0xff;
      yield (word >>> 16) & 0xff;
      yield word >>> 24;
    }
  }
}
