-- `indexer lsp`, the program that INDEXER names, asked by a real Neovim (0.7 or newer):
--
--     INDEXER=target/debug/indexer nvim --headless --clean -l .ci/editor/neovim.lua     (before 0.9: -u NONE -S FILE)
--
-- Definition, uses, hover and outline of a small project, saved and not; says what differs and ends with 1.

local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")
local price = { "def price(n):", '    """What one costs."""', "    return n" }
local cart = { "from price import price", "", "", "def total():", "    return price(2)" }
vim.fn.writefile(price, folder .. "/price.py")
vim.fn.writefile(cart, folder .. "/cart.py")
vim.fn.system({ "git", "init", "-q", folder })

local wrong = 0
local function must(what, found, expected)
  if not vim.deep_equal(found, expected) then
    wrong = wrong + 1
    io.stderr:write(what .. ": " .. vim.inspect(found) .. ", expected " .. vim.inspect(expected) .. "\n")
  end
end

vim.cmd("edit " .. folder .. "/cart.py")
local start = vim.lsp.start_client or vim.lsp.start
local client = start({ name = "indexer", cmd = { vim.env.INDEXER, "lsp" }, root_dir = folder })
vim.wait(20000, function()
  local found = vim.lsp.get_client_by_id(client)
  return found ~= nil and (found.initialized == true or found.server_capabilities ~= nil)
end)
vim.lsp.buf_attach_client(0, client)

local function ask(method, more)
  local asked = vim.tbl_extend("force", { textDocument = vim.lsp.util.make_text_document_params(0) }, more)
  local answers = vim.lsp.buf_request_sync(0, method, asked, 60000) or {}
  local one = answers[client] or {}
  if one.err or one.error then
    must(method, one.err or one.error, nil)
  end
  return one.result
end

local function places(found)
  local told = {}
  for _, one in ipairs(found or {}) do
    local uri, range = one.uri or one.targetUri, one.range or one.targetSelectionRange
    table.insert(told, vim.fn.fnamemodify(vim.uri_to_fname(uri), ":t") .. ":" .. range.start.line)
  end
  table.sort(told)
  return told
end

-- While the index is made, answers are empty.
local at = { position = { line = 4, character = 11 } }
vim.wait(60000, function()
  return #places(ask("textDocument/definition", at)) > 0
end, 200)
must("definition", places(ask("textDocument/definition", at)), { "price.py:0" })
local uses = vim.tbl_extend("force", at, { context = { includeDeclaration = false } })
must("uses", places(ask("textDocument/references", uses)), { "cart.py:0", "cart.py:4" })
local hover = vim.inspect(ask("textDocument/hover", at))
must("hover", hover:find("What one costs.", 1, true) ~= nil, true)

-- What is typed counts, saved or not.
vim.api.nvim_buf_set_lines(0, 5, 5, false, { "", "", "def more():", "    return total()" })
local names = {}
for _, one in ipairs(ask("textDocument/documentSymbol", {}) or {}) do
  table.insert(names, one.name)
end
must("outline", names, { "total", "more" })
at = { position = { line = 8, character = 11 } }
must("definition of what is typed", places(ask("textDocument/definition", at)), { "cart.py:3" })

print(wrong == 0 and "neovim: as it should be" or ("neovim: " .. wrong .. " wrong"))
vim.cmd(wrong == 0 and "qall!" or "cquit 1")
