"""Everything on the wire: the messages of the socket and of HTTP. TypeScript types are generated from them."""
