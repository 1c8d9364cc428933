-- Sixteen requests in one write.
init = function()
  local one = wrk.format()
  local all = {}
  for i = 1, 16 do all[i] = one end
  together = table.concat(all)
end

request = function() return together end
