"""Extensions of schemathesis for test-openapi.ts."""

import schemathesis

MAX_QUERY_CHARACTERS = 8_000


@schemathesis.hook
def filter_query(context, query):
    """Leaves out queries that exceed the maximum size of the request line (status 431, by Node itself)."""
    return len(str(query)) < MAX_QUERY_CHARACTERS


@schemathesis.check
def no_unexpected_error(context, response, case):
    """Documented errors may have status 500, as clients expect; an unexpected error may not occur."""
    if response.text == '{"error":"Internal server error"}' or response.text == "Internal server error":
        raise AssertionError("the server reports an unexpected error")
