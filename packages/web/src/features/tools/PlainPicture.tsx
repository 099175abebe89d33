import { BlockPicture, type BlockPictureProps } from '../../pictures/block/BlockPicture.tsx';
import { PictureTexts } from '../../pictures/block/PictureTexts.tsx';

/** The squares of a block and nothing beside them. */
export default function PlainPicture(props: BlockPictureProps) {
  return (
    <PictureTexts>
      <BlockPicture {...props} />
    </PictureTexts>
  );
}
