/** Placeholder of a picture with its size, and the reason why there is none. */
export function PictureFrame({ sentence, children }: { sentence: string; children?: React.ReactNode }) {
  return (
    <div className="picture-frame js-only">
      <div className="picture-canvas" />
      <div className="picture-waiting">
        <p>{sentence}</p>
        {children}
      </div>
    </div>
  );
}
