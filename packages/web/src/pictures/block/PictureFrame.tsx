import pictureStyles from './picture.module.css';

/**
 * Placeholder of a picture with its size, and the reason why there is none.
 * @param reserves also takes the space of filter, legend and table, so that the content below does not move
 */
export function PictureFrame(props: { sentence: string; reserves?: boolean; children?: React.ReactNode }) {
  const { sentence, reserves, children } = props;
  return (
    <div
      className={`${pictureStyles.pictureFrame} ${reserves ? pictureStyles.reserving : ''} js-only`}
      data-part="picture-frame"
    >
      <div className={pictureStyles.pictureCanvas} data-part="picture-canvas" />
      <div className={pictureStyles.pictureWaiting}>
        <p>{sentence}</p>
        {children}
      </div>
    </div>
  );
}
