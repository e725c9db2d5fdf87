from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from chessnb import schema
from chessnb.errors import TableError


@pytest.mark.parametrize("name", schema.TABLES)
def test_empty_table_meets_its_contract(name: str) -> None:
    table = schema.TABLES[name].empty()
    assert schema.validate(table, name) is table
    assert len(table) == 0
    assert list(table.columns) == schema.TABLES[name].names


def test_moves_columns_are_in_the_order_that_the_reader_wants() -> None:
    names = schema.TABLES["moves"].names
    assert names[:10] == [
        "move_number",
        "side",
        "san",
        "label",
        "accuracy",
        "eval",
        "wpl",
        "best_san",
        "explanation",
        "time_spent",
    ]
    assert names[-2:] == ["variant", "error"]


def test_nan_in_an_array_is_missing_never_zero() -> None:
    moves = schema.frame(
        "moves", {"cp_after": np.array([35.0, np.nan]), "wpl": np.array([np.nan, 0.0])}, [1, 2]
    )
    assert moves["cp_after"].tolist() == [35, pd.NA]
    assert moves["wpl"].isna().tolist() == [True, False]
    assert str(moves["cp_after"].dtype) == "Int64"


def test_labels_are_ordered_from_brilliant() -> None:
    moves = schema.frame("moves", {"label": ["Blunder", "Best"]}, [1, 2])
    assert moves["label"].min() == "Best"


def bad_accuracy(moves: pd.DataFrame) -> pd.DataFrame:
    return moves.assign(accuracy=pd.array([101.0], dtype="Float64"))


def bad_dtype(moves: pd.DataFrame) -> pd.DataFrame:
    return moves.assign(cp_after=[1.5])


def empty_string(moves: pd.DataFrame) -> pd.DataFrame:
    return moves.assign(comment=pd.array([""], dtype="string"))


def lost_column(moves: pd.DataFrame) -> pd.DataFrame:
    return moves.drop(columns="san")


def other_order(moves: pd.DataFrame) -> pd.DataFrame:
    return moves[moves.columns[::-1]]


def other_index(moves: pd.DataFrame) -> pd.DataFrame:
    return moves.rename_axis("row")


def other_categories(moves: pd.DataFrame) -> pd.DataFrame:
    return moves.assign(side=pd.Categorical(["w"]))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (bad_accuracy, "accuracy"),
        (bad_dtype, "cp_after"),
        (empty_string, "empty string"),
        (lost_column, "'san'"),
        (other_order, "order"),
        (other_index, "index"),
        (other_categories, "side"),
    ],
)
def test_what_breaks_the_contract_is_named(spoil, said: str) -> None:
    moves = schema.frame("moves", {"san": ["e4"]}, [1])
    schema.validate(moves, "moves")
    with pytest.raises(TableError, match=said):
        schema.validate(spoil(moves), "moves")
