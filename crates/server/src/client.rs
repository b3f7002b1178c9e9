//! A small client for tests and the load tool: one connection that is kept, and live connections. It
//! speaks to servers on this machine only.

use serde_json::{Value, json};
use std::io;
use std::net::{IpAddr, SocketAddr};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

pub struct Client {
    address: SocketAddr,
    from: Option<IpAddr>,
    stream: Option<BufReader<TcpStream>>,
    /// The cookie that the server gave.
    pub cookie: Option<String>,
}

/// An answer with its status and its body.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// A header by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

impl Client {
    pub fn new(address: SocketAddr) -> io::Result<Client> {
        if !address.ip().is_loopback() {
            return Err(broken("this client speaks to this machine only"));
        }
        Ok(Client { address, from: None, stream: None, cookie: None })
    }

    /// The same from another of this machine's own addresses: another client, to the server.
    pub fn from(mut self, from: IpAddr) -> Client {
        self.from = Some(from);
        self
    }

    pub async fn get(&mut self, path: &str, token: Option<&str>) -> io::Result<Answer> {
        self.send("GET", path, token, None).await
    }

    pub async fn post(&mut self, path: &str, token: Option<&str>, body: &Value) -> io::Result<Answer> {
        let body = body.to_string();
        self.send("POST", path, token, Some(("application/json", body.as_bytes()))).await
    }

    /// Sends a request as it is given. A connection that broke is not tried again: whether the request
    /// was done is for the caller to find out.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<(&str, &[u8])>,
    ) -> io::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.address);
        if let Some(token) = token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(cookie) = &self.cookie {
            head += &format!("Cookie: {cookie}\r\n");
        }
        if let Some((kind, body)) = body {
            head += &format!("Content-Type: {kind}\r\nContent-Length: {}\r\n", body.len());
        }
        head += "\r\n";
        let mut request = head.into_bytes();
        request.extend_from_slice(body.map_or(&[][..], |(_, body)| body));
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = connect(self.from, self.address).await?;
                BufReader::with_capacity(16 * 1024, stream)
            }
        };
        stream.get_mut().write_all(&request).await?;
        let answer = read_answer(&mut stream).await?;
        if answer.header("connection") != Some("close") {
            self.stream = Some(stream);
        }
        if let Some(cookie) = answer.header("set-cookie").and_then(|cookie| cookie.split(';').next()) {
            self.cookie = Some(cookie.to_string());
        }
        Ok(answer)
    }
}

async fn read_answer(stream: &mut BufReader<TcpStream>) -> io::Result<Answer> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let status =
        line.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(|| broken("no status"))?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
    }
    let answer = Answer { status, headers, body: Vec::new() };
    let mut body = Vec::new();
    if let Some(length) = answer.header("content-length").and_then(|length| length.parse::<usize>().ok()) {
        body.resize(length, 0);
        stream.read_exact(&mut body).await?;
    } else if answer.header("transfer-encoding").is_some() {
        loop {
            line.clear();
            stream.read_line(&mut line).await?;
            let size = usize::from_str_radix(line.trim(), 16).map_err(|_| broken("no size of a piece"))?;
            let at = body.len();
            body.resize(at + size, 0);
            stream.read_exact(&mut body[at..]).await?;
            line.clear();
            stream.read_line(&mut line).await?;
            if size == 0 {
                break;
            }
        }
    }
    Ok(Answer { body, ..answer })
}

/// A connection from this address, or from any.
pub async fn connect(from: Option<IpAddr>, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = if to.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if let Some(from) = from {
        socket.bind(SocketAddr::new(from, 0))?;
    }
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// A live connection.
pub struct Live {
    socket: WebSocketStream<TcpStream>,
}

impl Live {
    /// Opens a connection and says what the client has.
    pub async fn open(address: SocketAddr, hello: &Value) -> io::Result<Live> {
        Live::open_from(None, address, hello).await
    }

    pub async fn open_from(from: Option<IpAddr>, address: SocketAddr, hello: &Value) -> io::Result<Live> {
        let stream = connect(from, address).await?;
        let config = WebSocketConfig::default().read_buffer_size(16 * 1024).write_buffer_size(0);
        let (socket, _) = tokio_tungstenite::client_async_with_config(
            format!("ws://{address}/api/live"),
            stream,
            Some(config),
        )
        .await
        .map_err(io::Error::other)?;
        let mut live = Live { socket };
        live.say(hello).await?;
        Ok(live)
    }

    pub async fn say(&mut self, message: &Value) -> io::Result<()> {
        use futures_util::SinkExt;
        self.socket.send(Message::Text(message.to_string().into())).await.map_err(io::Error::other)
    }

    /// The next message as text; None when the connection is closed.
    pub async fn next(&mut self) -> Option<String> {
        use futures_util::StreamExt;
        loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => return Some(text.as_str().to_string()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message as JSON; null when the connection is closed.
    pub async fn next_json(&mut self) -> Value {
        let text = self.next().await;
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Value::Null)
    }
}

/// The first message of a client that has nothing.
pub fn hello(token: &str) -> Value {
    json!({ "token": token, "number": 0, "feed": 0 })
}
