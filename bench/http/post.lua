-- A POST of as many bytes as the argument says.
init = function(args)
  wrk.method = "POST"
  wrk.body = string.rep("x", tonumber(args[1]))
  wrk.headers["Content-Type"] = "application/octet-stream"
  whole = wrk.format()
end

request = function() return whole end
