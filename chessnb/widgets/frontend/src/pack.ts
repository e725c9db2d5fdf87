// Large traits travel as gzipped bytes: a tenth of their size as JSON.

export type Packed = DataView | Uint8Array | null | undefined;

export async function gunzip(packed: DataView | Uint8Array): Promise<Uint8Array> {
  const bytes = new Uint8Array(packed.buffer as ArrayBuffer, packed.byteOffset, packed.byteLength);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function unpackText(packed: DataView | Uint8Array): Promise<string> {
  return new TextDecoder().decode(await gunzip(packed));
}

/** The value that was packed, or undefined where nothing was. */
export async function unpack<T>(packed: Packed): Promise<T | undefined> {
  if (!packed || packed.byteLength === 0) return undefined;
  return JSON.parse(await unpackText(packed)) as T;
}

export function fromBase64(text: string): Uint8Array {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
