import pictureStyles from './picture.module.css';

/** Placeholder of a picture with its size, and the reason why there is none. */
export function PictureFrame({ sentence, children }: { sentence: string; children?: React.ReactNode }) {
  return (
    <div className={`${pictureStyles.pictureFrame} js-only`} data-part="picture-frame">
      <div className={pictureStyles.pictureCanvas} data-part="picture-canvas" />
      <div className={pictureStyles.pictureWaiting}>
        <p>{sentence}</p>
        {children}
      </div>
    </div>
  );
}
