"""Piece letters of other languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["LANGUAGES", "languages_with", "letters_of", "piece_of", "translate"]

# King, queen, rook, bishop, knight. Languages with the same letters share a line.
_LETTERS = {
    "German": "K D T L S",
    "Swedish, Danish, Norwegian": "K D T L S",
    "Slovene, Croatian": "K D T L S",
    "Dutch": "K D T L P",
    "Afrikaans": "K D T L R",
    "Finnish": "K D T L R",
    "Latvian": "K D T L Z",
    "French": "R D T F C",
    "Spanish, Italian": "R D T A C",
    "Catalan": "R D T A C",
    "Portuguese, Galician": "R D T B C",
    "Romanian": "R D T N C",
    "Esperanto": "R D T K Ĉ",
    "Polish": "K H W G S",
    "Czech, Slovak": "K D V S J",
    "Hungarian": "K V B F H",
    "Estonian": "K L V O R",
    "Lithuanian": "K V B R Ž",
    "Icelandic": "K D H B R",
    "Turkish": "Ş V K F A",
    "Indonesian": "R M B G K",
    "Russian": "Кр Ф Л С К",
    "Ukrainian": "Кр Ф Т С К",
    "Bulgarian": "Ц Д Т О К",
    "Serbian": "К Д Т Л С",
    "Greek": "Ρ Β Π Α Ι",
}

LANGUAGES: Mapping[str, Mapping[str, str]] = {
    name: dict(zip(letters.split(), "KQRBN", strict=True)) for name, letters in _LETTERS.items()
} | {"English with P for pawns": {**{letter: letter for letter in "KQRBN"}, "P": ""}}


def languages_with(letters: Iterable[str]) -> dict[str, Mapping[str, str]]:
    """The languages that have all of these piece letters.

    Examples
    --------
    >>> list(languages_with({"J", "V"}))
    ['Czech, Slovak']
    """
    wanted = set(letters)
    return {name: table for name, table in LANGUAGES.items() if wanted <= table.keys()}


def translate(move: str, table: Mapping[str, str]) -> str | None:
    """A move with the piece letters of a language as the English one; None for unknown letters.

    Examples
    --------
    >>> translate("Sxf3", LANGUAGES["German"]), translate("b8=D", LANGUAGES["German"])
    ('Nxf3', 'b8=Q')
    """
    if move.startswith(("O-", "@", "--")):
        return move
    piece = piece_of(move)
    body, _, promotion = move[len(piece) :].partition("=")
    if piece:
        if piece not in table:
            return None
        body = table[piece] + body
    if promotion:
        letter = table.get(promotion) or table.get(promotion.upper())
        if not letter:
            return None
        body = f"{body}={letter}"
    return body


def piece_of(move: str) -> str:
    """The piece letters a move begins with, none for a pawn's move or castling."""
    if move.startswith(("O-", "--")):
        return ""
    end = 0
    while end < len(move) and move[end] not in "abcdefgh12345678x@=":
        end += 1
    return move[:end]


def letters_of(move: str) -> set[str]:
    """The letters of pieces in a move: the one that is moved, the one that a pawn becomes.

    Examples
    --------
    >>> letters_of("Sxf3"), letters_of("b8=d"), letters_of("O-O")
    ({'S'}, {'D'}, set())
    """
    return {piece_of(move), move.partition("=")[2].upper()} - {""}
