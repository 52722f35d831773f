//! A client that says exactly what it is told, however wrong that is.

use crate::process::{PATIENCE, Server, TOKEN};
use serde_json::{Value, json};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

/// A question that takes hours.
pub(crate) fn long() -> Value {
    json!({ "command": "antislide", "box": "5x5x6", "method": "direct" })
}

/// A question that takes no time.
pub(crate) fn tiny() -> Value {
    json!({ "command": "graph", "kind": "matchings", "graph": "grid:2x2", "list": 1 })
}

/// The start of a response, and what comes behind it as it comes.
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The head, in small letters.
    pub(crate) head: String,
    reader: BufReader<TcpStream>,
    /// What is left of the present chunk, if the body comes in chunks.
    chunk: Option<usize>,
    /// What is left of the body, if its length is known.
    length: Option<usize>,
}

/// Opens a connection.
pub(crate) fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", server.port)).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    stream.set_write_timeout(Some(PATIENCE)).expect("a limit");
    stream
}

/// Sends bytes and reads the head of the response.
pub(crate) fn send(server: &Server, bytes: &[u8]) -> Response {
    let mut stream = connect(server);
    // Who is refused in the middle may find nobody who reads the rest.
    let _ = stream.write_all(bytes);
    Response::read(stream)
}

/// A request with headers of its own, of which the host is one unless they have one.
pub(crate) fn request(server: &Server, line: &str, headers: &str, body: &[u8]) -> Response {
    send(server, &raw(server, line, headers, body))
}

/// The bytes of a request.
pub(crate) fn raw(server: &Server, line: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let is_given = headers.lines().any(|line| line.starts_with("Host:"));
    let host = if is_given { "" } else { &host };
    let headers = headers.replace("PORT", &server.port.to_string());
    let length = if headers.contains("Content-Length") || headers.contains("Transfer-Encoding") {
        String::new()
    } else {
        format!("Content-Length: {}\r\n", body.len())
    };
    let line = line.replace("PORT", &server.port.to_string());
    let mut bytes = format!("{line} HTTP/1.1\r\n{host}{headers}{length}\r\n").into_bytes();
    bytes.extend(body);
    bytes
}

/// The headers of a page that may ask.
pub(crate) fn known() -> String {
    format!("Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n")
}

/// What `/api/ask` is told.
pub(crate) fn post(server: &Server, path: &str, body: &Value) -> Response {
    request(server, &format!("POST {path}"), &known(), body.to_string().as_bytes())
}

/// Asks something, and reads the first line: the number of the job and what else it says.
pub(crate) fn ask(server: &Server, body: &Value) -> (Response, Value) {
    let mut response = post(server, "/api/ask", body);
    assert_eq!(response.status, 200, "{}", response.head);
    assert!(response.head.contains("application/x-ndjson"), "{}", response.head);
    let first = response.line().expect("a first line");
    assert!(first["job"].is_u64(), "{first}");
    (response, first)
}

/// Asks for what was found so far.
pub(crate) fn stop(server: &Server, first: &Value) -> u16 {
    post(server, "/api/stop", &json!({ "job": first["job"] })).status
}

impl Response {
    /// Reads the head.
    pub(crate) fn read(stream: TcpStream) -> Self {
        Self::try_read(stream).expect("a response")
    }

    /// Reads the head, if the connection is not closed without.
    pub(crate) fn try_read(stream: TcpStream) -> io::Result<Self> {
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let head = head.to_ascii_lowercase();
        let chunk = head.contains("transfer-encoding: chunked").then_some(0);
        let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
        let length = length.and_then(|length| length.parse().ok());
        Ok(Self { status: status.expect("a status"), head, reader, chunk, length })
    }

    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find_map(|(other, value)| (other == name).then_some(value))
    }

    /// The next byte of the body.
    fn byte(&mut self) -> io::Result<Option<u8>> {
        let left = match (&mut self.chunk, &mut self.length) {
            (Some(0), _) => {
                let mut size = String::new();
                while size.trim().is_empty() {
                    size.clear();
                    if self.reader.read_line(&mut size)? == 0 {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                let size = usize::from_str_radix(size.trim(), 16).expect("the size of a chunk");
                if size == 0 {
                    return Ok(None);
                }
                self.chunk.insert(size)
            }
            (Some(left), _) => left,
            (None, Some(0)) => return Ok(None),
            (None, Some(left)) => left,
            (None, None) => return self.reader.by_ref().bytes().next().transpose(),
        };
        *left -= 1;
        let mut byte = [0];
        self.reader.read_exact(&mut byte)?;
        Ok(Some(byte[0]))
    }

    /// The next line of the body, if there is one.
    pub(crate) fn line(&mut self) -> Option<Value> {
        let mut line = Vec::new();
        while let Ok(Some(byte)) = self.byte() {
            if byte == b'\n' {
                let text = String::from_utf8_lossy(&line).into_owned();
                return Some(serde_json::from_str(&text).unwrap_or(Value::String(text)));
            }
            line.push(byte);
        }
        None
    }

    /// All lines that are left.
    pub(crate) fn lines(&mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.line()).collect()
    }

    /// The last line, which must be an answer or an error.
    pub(crate) fn end(&mut self) -> Value {
        let last = self.lines().pop().expect("a last line");
        assert!(last["answer"].is_object() || last["error"].is_string(), "{last}");
        last
    }

    /// Reads lines until one tells of progress.
    pub(crate) fn wait_for_progress(&mut self) {
        while self.line().expect("a line of progress")["progress"].is_null() {}
    }

    /// The body as text.
    pub(crate) fn text(&mut self) -> String {
        let mut bytes = Vec::new();
        while let Ok(Some(byte)) = self.byte() {
            bytes.push(byte);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Goes away without another word.
    pub(crate) fn leave(self) {
        drop(self);
    }
}
