//! A client by rmcp that does what it is told, a command a line: see ../../command.go.

use std::{collections::HashMap, error::Error, time::Duration};

use rmcp::{
    ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceError,
    model::{CallToolRequestParams, ProtocolVersion, RequestMetaObject, RequestParamsMeta},
    service::RunningService,
    transport::{
        StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::{Value, json};

const TIMEOUT: Duration = Duration::from_secs(10);

type Session = RunningService<RoleClient, ()>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut session = None;
    while let Some(line) = tokio::task::spawn_blocking(read).await?? {
        let answer = match tokio::time::timeout(TIMEOUT, run(&mut session, &line)).await {
            Ok(answer) => answer?,
            Err(_) => json!({"error": {"class": "none: it hangs", "message": "no answer in time"}}),
        };
        println!("{answer}");
    }
    std::process::exit(0) // streams that are still open would keep it
}

fn read() -> std::io::Result<Option<String>> {
    let mut line = String::new();
    Ok((std::io::stdin().read_line(&mut line)? > 0).then_some(line))
}

async fn run(session: &mut Option<Session>, line: &str) -> Result<Value, Box<dyn Error>> {
    let command: Value = serde_json::from_str(line)?;
    if let Some(connect) = command.get("connect") {
        return Ok(match open(connect).await {
            Ok(opened) => {
                *session = Some(opened);
                json!({"result": {}})
            }
            Err(error) => json!({"error": {"class": "ClientInitializeError", "message": error.to_string()}}),
        });
    }
    let session = session.as_ref().ok_or("expected connect first")?;
    let result = match command.get("call") {
        Some(call) => session.call_tool(params(call)?).await.map(|r| json!(r)),
        None => session.list_tools(None).await.map(|_| json!({})),
    };
    Ok(result.map_or_else(|error| json!({"error": seen(error)}), |r| json!({"result": r})))
}

async fn open(connect: &Value) -> Result<Session, Box<dyn Error>> {
    let mut headers = HashMap::new();
    for (name, value) in connect["headers"].as_object().ok_or("expected headers")? {
        headers.insert(name.parse()?, value.as_str().ok_or("expected text")?.parse()?);
    }
    let url = connect["url"].as_str().ok_or("expected url")?.to_string();
    let config = StreamableHttpClientTransportConfig::with_uri(url).custom_headers(headers);
    let lifecycle = if connect["version"].as_str() < Some("2026-07-28") {
        ClientLifecycleMode::Initialize
    } else {
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
    };
    Ok(().serve_with_lifecycle(StreamableHttpClientTransport::from_config(config), lifecycle).await?)
}

fn params(call: &Value) -> Result<CallToolRequestParams, Box<dyn Error>> {
    let name = call["name"].as_str().ok_or("expected a tool's name")?.to_string();
    let arguments = call["arguments"].as_object().ok_or("expected arguments")?.clone();
    let mut params = CallToolRequestParams::new(name).with_arguments(arguments);
    if let Some(meta) = call.get("meta").filter(|meta| !meta.is_null()) {
        params.set_meta(serde_json::from_value::<RequestMetaObject>(meta.clone())?);
    }
    Ok(params)
}

/// What a caller can learn from an error.
fn seen(error: ServiceError) -> Value {
    match error {
        ServiceError::McpError(e) => {
            json!({"class": "ServiceError::McpError", "code": e.code, "message": e.message, "data": e.data})
        }
        other => {
            let class = format!("{other:?}");
            let class = class.split(['(', '{', ' ']).next().unwrap_or_default();
            json!({"class": format!("ServiceError::{class}"), "message": other.to_string()})
        }
    }
}
