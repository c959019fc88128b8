/** The covers of the games, as pictures of their own. */
import janus from '$art/covers/janus.svg'
import nummerus from '$art/covers/nummerus.svg'
import titus from '$art/covers/titus.svg'
import type { GameName } from './words'

export const COVER: Record<GameName, string> = { titus, janus, nummerus }
