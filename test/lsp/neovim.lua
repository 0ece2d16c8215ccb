-- Opens a skill in Neovim, waits for findings, takes the first quick fix, saves, and says what it saw as JSON.
local uv = vim.loop
local program, server, folder, out = unpack(vim.split(vim.env.NVIM_TEST, "\n"))
local id = vim.lsp.start_client({
  cmd = { program, server, "lsp", "--no-scan" },
  root_dir = folder,
  workspace_folders = { { uri = vim.uri_from_fname(folder), name = "test" } },
})
vim.lsp.buf_attach_client(0, id)
local client = vim.lsp.get_client_by_id(id)

local function wait(condition)
  if not vim.wait(30000, condition, 20) then
    vim.fn.writefile({ vim.json.encode({ late = true }) }, out)
    vim.cmd("cquit")
  end
end

local function find()
  return vim.diagnostic.get(0)
end

local function ask(method, params)
  local answer = client.request_sync(method, params, 30000, 0)
  return answer and answer.result
end

wait(function()
  return #find() > 0
end)
local found = vim.tbl_map(function(one)
  return { code = one.code or one.user_data.lsp.code, line = one.lnum + 1, message = one.message }
end, find())
local document = { uri = vim.uri_from_bufnr(0) }
local everything = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } }
local actions = ask("textDocument/codeAction", {
  textDocument = document,
  range = everything,
  context = { diagnostics = {} },
})
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
vim.cmd("silent write")
wait(function()
  return #find() < #found
end)
local hover = ask("textDocument/hover", {
  textDocument = document,
  position = { line = 1, character = 1 },
})
vim.fn.writefile({
  vim.json.encode({
    found = found,
    action = actions[1].title,
    left = #find(),
    hover = hover.contents.value,
  }),
}, out)
vim.cmd("quitall!")
