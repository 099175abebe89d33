import { BlockPicture, type BlockPictureProps } from '../../pictures/block/BlockPicture.tsx';
import { PictureTexts } from '../../pictures/block/PictureTexts.tsx';

/** Shows the squares of a block only. */
export default function PlainPicture(props: BlockPictureProps) {
  return (
    <PictureTexts>
      <BlockPicture {...props} />
    </PictureTexts>
  );
}
