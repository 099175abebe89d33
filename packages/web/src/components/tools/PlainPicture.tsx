import { BlockPicture, type BlockPictureProps } from '../../picture/BlockPicture.tsx';
import { PictureTexts } from '../../picture/PictureTexts.tsx';

/** The squares of a block and nothing beside them. */
export default function PlainPicture(props: BlockPictureProps) {
  return (
    <PictureTexts>
      <BlockPicture {...props} />
    </PictureTexts>
  );
}
