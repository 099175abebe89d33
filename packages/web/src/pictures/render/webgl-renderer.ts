import type { Paint } from './paint.ts';
import { flashStrength, gap, hoverColour, type Renderer } from './renderer.ts';
import type { Scene } from './scene.ts';

const vertexShader = `#version 300 es
in vec4 fromBox; in vec4 toBox; in vec4 tint; in vec2 corner; in float place;
uniform float share; uniform float chosen; uniform float gap; uniform float flash; uniform vec3 hover;
out vec4 colour; out vec2 spot;
void main() {
  vec4 box = mix(fromBox, toBox, share);
  float size = max(box.z - gap, 0.0006);
  vec2 at = box.xy + gap * 0.5 + corner * size;
  gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
  vec3 lit = mix(tint.rgb, vec3(1.0), flash * (1.0 - fromBox.w) * (1.0 - share));
  colour = place == chosen ? vec4(hover, box.w) : vec4(lit, box.w * tint.a);
  spot = corner;
}`;

const fragmentShader = `#version 300 es
precision mediump float;
in vec4 colour; in vec2 spot; out vec4 pixel;
void main() {
  float light = 1.0 + 0.16 * (spot.y - spot.x);
  pixel = vec4(min(colour.rgb * light, 1.0) * colour.a, colour.a);
}`;

/** Vertices of a square: one indexed quad each; instancing is ten times slower in software renderers. */
const corners = [0, 0, 1, 0, 0, 1, 1, 1] as const;

/** Returns the arrays of all vertices: four of each square. */
function vertexArrays(scene: Scene, paint: Paint) {
  const amount = scene.sprites.length;
  const fromBox = new Float32Array(amount * 16);
  const toBox = new Float32Array(amount * 16);
  const tint = new Uint8Array(amount * 16);
  const corner = new Uint8Array(amount * 8);
  const place = new Float32Array(amount * 4);
  const indices = new Uint32Array(amount * 6);
  // written number by number: arrays per corner would be tens of thousands of allocations
  for (let index = 0; index < amount; index++) {
    const sprite = scene.sprites[index];
    if (sprite === undefined) continue;
    const rgba = paint(sprite.txid, sprite.rate);
    for (let vertex = 0; vertex < 4; vertex++) {
      const at = (index * 4 + vertex) * 4;
      fromBox[at] = sprite.fromX;
      fromBox[at + 1] = sprite.fromY;
      fromBox[at + 2] = sprite.fromSize;
      fromBox[at + 3] = sprite.fromAlpha;
      toBox[at] = sprite.toX;
      toBox[at + 1] = sprite.toY;
      toBox[at + 2] = sprite.toSize;
      toBox[at + 3] = sprite.toAlpha;
      tint[at] = Math.round(rgba[0] * 255);
      tint[at + 1] = Math.round(rgba[1] * 255);
      tint[at + 2] = Math.round(rgba[2] * 255);
      tint[at + 3] = Math.round(rgba[3] * 255);
      place[index * 4 + vertex] = index;
    }
    corner.set(corners, index * 8);
    const vertex = index * 4;
    const at = index * 6;
    indices[at] = vertex;
    indices[at + 1] = vertex + 1;
    indices[at + 2] = vertex + 2;
    indices[at + 3] = vertex + 2;
    indices[at + 4] = vertex + 1;
    indices[at + 5] = vertex + 3;
  }
  return { attributes: { fromBox, toBox, tint, corner, place }, indices };
}

/** Components of the vertex attributes; bytes of colors are read as 0 to 1. */
const attributeTypes = {
  fromBox: { components: 4, isNormalized: false },
  toBox: { components: 4, isNormalized: false },
  tint: { components: 4, isNormalized: true },
  corner: { components: 2, isNormalized: false },
  place: { components: 1, isNormalized: false },
} as const;
type Attribute = keyof typeof attributeTypes;
const attributeNames = Object.keys(attributeTypes) as Attribute[];

/**
 * Links the shaders; each attribute has its place in `attributeNames` as location. With a lost context the program is
 * unusable.
 */
function linkProgram(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) continue;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    // freed with the program
    gl.deleteShader(shader);
  }
  for (const [location, name] of attributeNames.entries()) gl.bindAttribLocation(program, location, name);
  gl.linkProgram(program);
  return program;
}

/** Squares in the memory of the graphics card. */
interface Mesh {
  draw(): void;
  free(): void;
}

/** Uploads all vertices of a scene. */
function uploadScene(gl: WebGL2RenderingContext, scene: Scene, paint: Paint): Mesh {
  const { attributes, indices } = vertexArrays(scene, paint);
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  const buffers = attributeNames.map((name, location) => {
    const { components, isNormalized } = attributeTypes[name];
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, attributes[name], gl.STATIC_DRAW);
    gl.enableVertexAttribArray(location);
    const type = attributes[name] instanceof Uint8Array ? gl.UNSIGNED_BYTE : gl.FLOAT;
    gl.vertexAttribPointer(location, components, type, isNormalized, 0, 0);
    return buffer;
  });
  const indexBuffer = gl.createBuffer();
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indexBuffer);
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  return {
    draw() {
      gl.bindVertexArray(array);
      gl.drawElements(gl.TRIANGLES, indices.length, gl.UNSIGNED_INT, 0);
    },
    free() {
      gl.deleteVertexArray(array);
      for (const buffer of [...buffers, indexBuffer]) gl.deleteBuffer(buffer);
    },
  };
}

/**
 * Creates a WebGL 2 renderer with one draw call.
 * @returns undefined without WebGL 2
 */
export function webglRenderer(canvas: HTMLCanvasElement): Renderer | undefined {
  const gl = canvas.getContext('webgl2', {
    antialias: false,
    alpha: true,
    premultipliedAlpha: true,
    depth: false,
    preserveDrawingBuffer: false,
  });
  if (!gl) return undefined;
  const program = linkProgram(gl);
  const [shareAt, gapAt, flashAt, hoverAt, chosenAt] = ['share', 'gap', 'flash', 'hover', 'chosen'].map((name) =>
    gl.getUniformLocation(program, name),
  );
  const bind = gl.useProgram.bind(gl);
  let mesh: Mesh | undefined;
  let places = new Map<string, number>();
  let flash = 0;
  const drop = () => {
    mesh?.free();
    mesh = undefined;
  };
  return {
    set(scene: Scene, paint: Paint) {
      drop();
      flash = scene.flash ? flashStrength : 0;
      places = new Map(scene.sprites.map((sprite, place) => [sprite.txid, place]));
      if (scene.sprites.length > 0) mesh = uploadScene(gl, scene, paint);
    },
    draw(share, highlight) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      if (!mesh) return;
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      bind(program);
      gl.uniform1f(shareAt ?? null, share);
      gl.uniform1f(gapAt ?? null, gap);
      gl.uniform1f(flashAt ?? null, flash);
      gl.uniform3fv(hoverAt ?? null, hoverColour);
      gl.uniform1f(chosenAt ?? null, highlight === undefined ? -1 : (places.get(highlight) ?? -1));
      mesh.draw();
    },
    resize(pixels) {
      canvas.width = pixels;
      canvas.height = pixels;
    },
    end() {
      drop();
      gl.deleteProgram(program);
      // browsers have few contexts, and free those of removed canvases late
      if (!canvas.isConnected) gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
