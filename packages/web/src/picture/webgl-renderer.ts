import {
  type BufferInfo,
  createBufferInfoFromArrays,
  createProgramInfo,
  drawBufferInfo,
  setBuffersAndAttributes,
  setUniforms,
} from 'twgl.js';
import type { Rgb } from './colour.ts';
import { gap, type Renderer } from './renderer.ts';
import type { Scene } from './scene.ts';

const vertexShader = `#version 300 es
in vec4 fromBox; in vec4 toBox; in vec4 tint; in vec2 corner; in float place;
uniform float share; uniform float chosen; uniform float gap;
out vec4 colour; out vec2 spot;
void main() {
  vec4 box = mix(fromBox, toBox, share);
  float size = max(box.z - gap, 0.0006);
  vec2 at = box.xy + gap * 0.5 + corner * size;
  gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
  colour = vec4(place == chosen ? vec3(1.0) : tint.rgb, box.w);
  spot = corner;
}`;

const fragmentShader = `#version 300 es
precision mediump float;
in vec4 colour; in vec2 spot; out vec4 pixel;
void main() {
  float light = 1.0 + 0.16 * (spot.y - spot.x);
  pixel = vec4(min(colour.rgb * light, 1.0) * colour.a, colour.a);
}`;

/** Vertices of a square: one indexed quad each; instances are ten times slower in software. */
const corners = [0, 0, 1, 0, 0, 1, 1, 1] as const;

/** WebGL 2 by one draw call. @returns undefined when the browser has none */
export function webglRenderer(canvas: HTMLCanvasElement): Renderer | undefined {
  const gl = canvas.getContext('webgl2', {
    antialias: false,
    alpha: true,
    premultipliedAlpha: true,
    depth: false,
    preserveDrawingBuffer: false,
  });
  if (!gl) return undefined;
  const program = createProgramInfo(gl, [vertexShader, fragmentShader]);
  const bind = gl.useProgram.bind(gl);
  let buffers: BufferInfo | undefined;
  let places = new Map<string, number>();
  const drop = () => {
    if (!buffers) return;
    for (const attribute of Object.values(buffers.attribs ?? {}))
      if (attribute.buffer) gl.deleteBuffer(attribute.buffer);
    if (buffers.indices) gl.deleteBuffer(buffers.indices);
    buffers = undefined;
  };
  return {
    set(scene: Scene, colour: (rate: number) => Rgb) {
      drop();
      places = new Map(scene.sprites.map((sprite, place) => [sprite.txid, place]));
      const amount = scene.sprites.length;
      if (amount === 0) return;
      const fromBox = new Float32Array(amount * 16);
      const toBox = new Float32Array(amount * 16);
      const tint = new Uint8Array(amount * 16);
      const corner = new Uint8Array(amount * 8);
      const place = new Float32Array(amount * 4);
      const indices = new Uint32Array(amount * 6);
      scene.sprites.forEach((sprite, index) => {
        const rgb = colour(sprite.rate).map((part) => Math.round(part * 255));
        for (let vertex = 0; vertex < 4; vertex++) {
          const at = (index * 4 + vertex) * 4;
          fromBox.set([sprite.fromX, sprite.fromY, sprite.fromSize, sprite.fromAlpha], at);
          toBox.set([sprite.toX, sprite.toY, sprite.toSize, sprite.toAlpha], at);
          tint.set([...rgb, 255], at);
          place[index * 4 + vertex] = index;
        }
        corner.set(corners, index * 8);
        const first = index * 4;
        indices.set([first, first + 1, first + 2, first + 2, first + 1, first + 3], index * 6);
      });
      buffers = createBufferInfoFromArrays(gl, {
        fromBox: { numComponents: 4, data: fromBox },
        toBox: { numComponents: 4, data: toBox },
        tint: { numComponents: 4, data: tint, normalize: true },
        corner: { numComponents: 2, data: corner, normalize: false },
        place: { numComponents: 1, data: place },
        indices: { numComponents: 3, data: indices },
      });
    },
    draw(share, highlight) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      if (!buffers) return;
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      bind(program.program);
      setBuffersAndAttributes(gl, program, buffers);
      setUniforms(program, { share, gap, chosen: highlight === undefined ? -1 : (places.get(highlight) ?? -1) });
      drawBufferInfo(gl, buffers);
    },
    resize(pixels) {
      canvas.width = pixels;
      canvas.height = pixels;
    },
    end() {
      drop();
      gl.deleteProgram(program.program);
    },
  };
}
