"""Views of a replay: text, JSON, HTML. A view shows what rulings say and judges nothing."""
