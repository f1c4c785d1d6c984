"""Drawing a board from its data: places, cells, labels, and the whole as SVG. The page draws by the same geometry."""
