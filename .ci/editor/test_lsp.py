"""`indexer lsp`, the program that INDEXER names, as editors see it: with the capabilities that these announce.

pytest-lsp checks each message against the types of the specification, which our own tests do not."""

import os
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

FILES = {
    "price.py": 'def price(n):\n    """What one costs."""\n    return n\n\n\nclass Item:\n    def cost(self):\n        return price(1)\n',
    "cart.py": "from price import Item, price\n\n\ndef total(item: Item):\n    return item.cost() + price(2)\n",
}
INDEXER = os.environ["INDEXER"]


@pytest.fixture(scope="session")
def root(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shop")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    subprocess.run(["git", "init", "-q", folder], check=True)
    return folder


@pytest_lsp.fixture(
    params=["visual-studio-code", "neovim", "emacs"],
    config=ClientServerConfig(server_command=[INDEXER, "lsp"]),
)
async def client(request, lsp_client: LanguageClient, root):
    folder = types.WorkspaceFolder(uri=root.as_uri(), name="shop")
    asked = types.InitializeParams(
        capabilities=client_capabilities(request.param), root_uri=root.as_uri(), workspace_folders=[folder]
    )
    await lsp_client.initialize_session(asked)
    yield
    await lsp_client.shutdown_session()
    assert lsp_client.error is None


def document(root, name):
    return types.TextDocumentIdentifier(uri=(root / name).as_uri())


def place(root, name, word, nth=0):
    """The first letter of a word, each line counted once."""
    at = [i for i, line in enumerate(FILES[name].splitlines()) if word in line][nth]
    return {
        "text_document": document(root, name),
        "position": types.Position(line=at, character=FILES[name].splitlines()[at].index(word)),
    }


def lines(found):
    """Files and 0-based lines, sorted."""
    found = found if isinstance(found, (list, tuple)) else [found]
    if any(isinstance(one, types.LocationLink) for one in found):
        return sorted((one.target_uri.rsplit("/", 1)[1], one.target_selection_range.start.line) for one in found)
    return sorted((one.uri.rsplit("/", 1)[1], one.range.start.line) for one in found)


@pytest.mark.asyncio
async def test_definitions_and_uses(client: LanguageClient, root):
    found = await client.text_document_definition_async(types.DefinitionParams(**place(root, "cart.py", "price(2)")))
    assert lines(found) == [("price.py", 0)]
    context = types.ReferenceContext(include_declaration=False)
    asked = types.ReferenceParams(context=context, **place(root, "price.py", "price"))
    found = await client.text_document_references_async(asked)
    assert lines(found) == [("cart.py", 0), ("cart.py", 4), ("price.py", 7)]


@pytest.mark.asyncio
async def test_hovering_and_outlines(client: LanguageClient, root):
    hover = await client.text_document_hover_async(types.HoverParams(**place(root, "cart.py", "price(2)")))
    assert "What one costs." in hover.contents.value
    asked = types.DocumentSymbolParams(text_document=document(root, "price.py"))
    outline = await client.text_document_document_symbol_async(asked)
    assert [one.name for one in outline][:2] == ["price", "Item"]
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="total"))
    assert [one.name for one in found] == ["total"]


@pytest.mark.asyncio
async def test_hierarchies_of_calls(client: LanguageClient, root):
    asked = types.CallHierarchyPrepareParams(**place(root, "price.py", "price"))
    (item,) = await client.text_document_prepare_call_hierarchy_async(asked)
    callers = await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item=item))
    assert sorted(one.from_.name for one in callers) == ["Item.cost", "total"]


@pytest.mark.asyncio
async def test_what_is_not_saved_counts(client: LanguageClient, root):
    uri, text = (root / "cart.py").as_uri(), FILES["cart.py"] + "\n\ndef more():\n    return total(None)\n"
    opened = types.TextDocumentItem(uri=uri, language_id="python", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=opened))
    last = types.Position(line=len(text.splitlines()) - 1, character=11)
    asked = types.DefinitionParams(text_document=document(root, "cart.py"), position=last)
    assert lines(await client.text_document_definition_async(asked)) == [("cart.py", 3)]
    closed = types.DidCloseTextDocumentParams(text_document=document(root, "cart.py"))
    client.text_document_did_close(closed)
