"""From evaluations to judgement: pure functions over arrays."""
