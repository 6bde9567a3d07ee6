-- The load, for every system alike. What it asks for comes in by the
-- environment: BENCH_HEAD and BENCH_TAIL around an item of BENCH_ITEMS, a file
-- of items that are all BENCH_WIDTH bytes long. Where BENCH_SEAL says at which
-- byte of an item a number of BENCH_DIGITS digits stands, that number is made a
-- different one for every request: a create never repeats itself.
--
-- Requests are made of ready strings, because the generator shares the machine
-- with what it measures.

local function env(name) return os.getenv("BENCH_" .. name) or "" end

local threads = 0

function setup(thread)
	thread:set("number", threads)
	threads = threads + 1
end

function init(_)
	math.randomseed(tonumber(env("SEED")) + number)
	local head, tail = env("HEAD"), env("TAIL")
	local width = tonumber(env("WIDTH"))
	if width == 0 then
		local only = head .. tail
		request = function() return only end
		return
	end
	local file = assert(io.open(env("ITEMS"), "rb"))
	local items = file:read("*a")
	file:close()
	local count = #items / width
	assert(count >= 1 and count == math.floor(count), "BENCH_ITEMS is not of BENCH_WIDTH")
	local sub, random = string.sub, math.random
	if env("SEAL") == "" then
		request = function()
			local at = random(0, count - 1) * width
			return head .. sub(items, at + 1, at + width) .. tail
		end
		return
	end
	local seal, digits = tonumber(env("SEAL")), tonumber(env("DIGITS"))
	local format = "%0" .. digits .. "d"
	-- Threads and runs count in ranges of their own.
	local serial = (tonumber(env("SEED")) * 2 + number) * 10000000 % 10 ^ digits
	request = function()
		local at = random(0, count - 1) * width
		serial = serial + 1
		return head .. sub(items, at + 1, at + seal) .. string.format(format, serial) .. sub(items, at + seal + digits + 1, at + width) .. tail
	end
end

function done(summary, latency, _)
	local e = summary.errors
	io.write(string.format(
		'\nBENCH {"requests":%d,"micros":%d,"bytes":%d,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d,"p50":%d,"p99":%d,"max":%d}\n',
		summary.requests, summary.duration, summary.bytes, e.status, e.connect, e.read, e.write, e.timeout,
		latency:percentile(50), latency:percentile(99), latency.max))
end
